import { existsSync, statSync } from "node:fs";
import { isPackageName } from "../state/plugin-roots.ts";
import { resolveUserPath } from "../state/resolve-path.ts";

/** What the user wants to install. */
export type PluginSpec = { readonly features: FeatureChoice } & (
	| { readonly kind: "npm"; readonly name: string; readonly install: string }
	/** The name is known only afterwards. */
	| { readonly kind: "git" | "tarball"; readonly install: string }
	| { readonly kind: "link"; readonly path: string }
	| { readonly kind: "marketplace"; readonly name: string; readonly marketplace: string }
);

/** Names, all of them, or what is on by default. */
export type FeatureChoice = readonly string[] | "all" | null;

const gitHosts: Readonly<Record<string, string>> = {
	github: "https://github.com/",
	gitlab: "https://gitlab.com/",
	bitbucket: "https://bitbucket.org/",
	codeberg: "https://codeberg.org/",
	sourcehut: "https://git.sr.ht/",
};
const shortGit = /^(github|gitlab|bitbucket|codeberg|sourcehut):(~?[\w.-]+\/[\w./-]+?)(?:\.git)?(#[\w./@+-]+)?$/;
const gitUrl = /^(?:git\+(?:https?|ssh|file):\/\/|git:\/\/|ssh:\/\/|git@[\w.-]+:)|^https?:\/\/\S+\.git(?:#|$)/;
const webHost =
	/^https?:\/\/(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht)\/[^/]+\/[^/]+?\/?(?:#|$)/;
const tarball = /\.(?:tgz|tar\.gz)$/;
const versionText = /^[\w.+~^<>=*-]+$/;
/** Nothing that a shell, or a tool that git starts, could take for more than a name. */
const metacharacters = /[;&|`$(){}<>\\"'!\n\r\t\0 ]/;
const hostPackage = /^@(?:oh-my-pi|mariozechner|earendil-works)\/pi-/;

/** Throws for what cannot be installed; nothing is run or fetched. */
export function parsePluginSpec(
	text: string,
	{ cwd, home, marketplaces }: { cwd: string; home: string; marketplaces: readonly string[] },
): PluginSpec {
	const { rest, features } = featureSuffix(text.trim());
	if (rest === "") throw new Error("Nothing to install: give a package, a folder, a tarball or a git repository");
	if (isPath(rest, cwd)) return pathSpec(rest, features, cwd, home);
	const short = shortGit.exec(rest);
	if (short) {
		const [, host = "", repository = "", ref = ""] = short;
		return { kind: "git", install: `git+${gitHosts[host]}${repository}.git${ref}`, features };
	}
	if (/^https?:/.test(rest) && tarball.test(rest)) return { kind: "tarball", install: safe(rest), features };
	if (gitUrl.test(rest) || webHost.test(rest)) return { kind: "git", install: gitAddress(safe(rest)), features };
	safe(rest);
	const at = rest.indexOf("@", 1);
	const [name, version] = at > 0 ? [rest.slice(0, at), rest.slice(at + 1)] : [rest, undefined];
	if (version !== undefined && marketplaces.includes(version)) {
		return { kind: "marketplace", name, marketplace: version, features };
	}
	if (!isPackageName(name)) throw new Error(`Invalid package name: ${name}`);
	if (hostPackage.test(name)) throw new Error(`${name} is part of omp`);
	if (version !== undefined && !versionText.test(version)) throw new Error(`Invalid version: ${version}`);
	return { kind: "npm", name, install: version === undefined ? name : `${name}@${version}`, features };
}

function featureSuffix(text: string): { rest: string; features: FeatureChoice } {
	const [, rest = "", list] = /^(.*?)(?:\[([^\]]*)\])?$/s.exec(text) ?? [];
	if (list === undefined) return { rest: text, features: null };
	if (list.trim() === "*") return { rest, features: "all" };
	const names = list.split(",").map((name) => name.trim());
	return { rest, features: names.filter((name) => name !== "") };
}

function isPath(text: string, cwd: string): boolean {
	if (/^(?:\.{1,2}(?:\/|$)|\/|~(?:\/|$)|file:\/\/)/.test(text)) return true;
	return tarball.test(text) && !text.includes(":") && existsSync(`${cwd}/${text}`);
}

function pathSpec(text: string, features: FeatureChoice, cwd: string, home: string): PluginSpec {
	const path = resolveUserPath(text, cwd, home);
	const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
	if (path === undefined || !stats) throw new Error(`No such file or folder: ${text}`);
	if (stats.isDirectory()) return { kind: "link", path, features };
	if (stats.isFile() && tarball.test(path)) return { kind: "tarball", install: path, features };
	throw new Error(`${text} is neither a folder nor a tarball (.tgz)`);
}

function gitAddress(text: string): string {
	const scp = /^git@([\w.-]+):(.+)$/.exec(text);
	if (scp) return `git+ssh://git@${scp[1]}/${scp[2]}`;
	return /^(?:https?|ssh):/.test(text) ? `git+${text}` : text;
}

function safe(text: string): string {
	if (metacharacters.test(text)) throw new Error(`Invalid characters in "${text}"`);
	if (text.startsWith("-")) throw new Error(`Invalid package name: ${text}`);
	return text;
}

import { resolve } from "node:path";
import { readRegularBytes } from "@oh-my-pi/pi-utils/read-regular-file";
import { statsOf } from "@oh-my-pi/pi-utils/stats-of";
import type { Claim } from "../trust/claim.ts";
import { isInProject, nameIn, type Project } from "../trust/project.ts";
import type { CommandHook } from "./hook-settings.ts";

const maxShown = 16 * 1024;

/** The hooks of one settings file of a project, with the files of the project that their commands name. */
export function hookClaim(path: string, hooks: readonly CommandHook[], project: Project, root: string): Claim {
	const commands = new Set(hooks.map(({ command }) => command));
	const files = new Set([...commands].flatMap((command) => filesIn(command, project, root)));
	const scripts = [...files].map((file) => ({ name: nameIn(project, file), ...scriptOf(file) }));
	const lines = hooks.map(({ event, matcher, command }) => `${event}${matcher && ` (${matcher})`}: ${command}`);
	return {
		kind: "hook",
		path,
		content: JSON.stringify([hooks, scripts.map(({ name, hash }) => [name, hash])]),
		shown: [...lines, ...scripts.map(({ name, text }) => `# ${name}\n${text}`)].join("\n").slice(0, maxShown),
		effects: lines.map((line) => `runs at ${line}`),
	};
}

/** What runs a script that need not look like one. */
const interpreter =
	/(?:^|\/)(?:ba|da|z|k|fi)?sh$|(?:^|\/)(?:python|node|bun|deno|ruby|perl|php)[\d.]*$|^(?:source|\.|exec|run)$/;
const scriptName = /\.(?:[bz]a?sh|sh|fish|py|[cm]?[jt]sx?|rb|pl|php|lua|awk)$/;

/** Folders that commands change to, as far as they count. */
const maxFolders = 8;
const maxScriptBytes = 64 * 1024 * 1024;

/** The programs of the project that a command names, as far as its words tell. What it reads or writes is not among them. */
function filesIn(command: string, project: Project, root: string): string[] {
	const words = command
		.replace(/\$(?:CLAUDE_PROJECT_DIR\b|\{CLAUDE_PROJECT_DIR[^}]*\})["']?(?=\/)/g, ".")
		.split(/[\s"'`;|&<>()=]+/)
		.filter((word) => word !== "" && !word.startsWith("~"));
	const tails = words.map((word) => (word.startsWith("-") ? [] : tailsOf(word)));
	const folders = new Set([root, project.root]);
	for (const tail of tails.flat()) {
		const path = resolve(root, tail);
		if (folders.size < maxFolders && isInProject(project, path) && statsOf(path)?.isDirectory()) folders.add(path);
	}
	const found = words.flatMap((_, index) =>
		[...folders].flatMap((folder) =>
			(tails[index] ?? []).flatMap((tail) => {
				const path = resolve(folder, tail);
				const stats = statsOf(path);
				if (!stats || stats.isDirectory() || !isInProject(project, path)) return [];
				const isExecutable = (stats.mode & 0o111) !== 0;
				return scriptName.test(path) || isExecutable || interpreter.test(words[index - 1] ?? "") ? [path] : [];
			}),
		),
	);
	return [...new Set(found)];
}

/** `$PWD/a/b` may be `a/b` of the project: what is in front of a slash may be a variable, or come from another command. */
function tailsOf(word: string): string[] {
	const isComputed = word.includes("$") || word.startsWith("/");
	const slashes = isComputed ? [...word.matchAll(/\/(?=[^/])/g)] : [];
	return [word, ...slashes.map(({ index }) => word.slice(index + 1))];
}

/** What cannot be read counts with the reason, and whether it changed. */
function scriptOf(path: string): { readonly hash: string; readonly text: string } {
	try {
		const bytes = readRegularBytes(path, maxScriptBytes) ?? Buffer.from("");
		const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
		return { hash, text: bytes.toString("utf8", 0, maxShown) };
	} catch (error) {
		const { size, mtimeMs } = statsOf(path) ?? {};
		return { hash: `${size} ${mtimeMs}`, text: (error as Error).message };
	}
}

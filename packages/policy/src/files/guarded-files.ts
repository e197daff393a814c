import { basename } from "node:path";
import { once } from "@oh-my-pi/pi-utils/once";
import { resolveRealPath } from "../paths/resolve-links.ts";
import type { PrivatePlaces } from "../paths/resolve-path.ts";
import {
	filesThatRun,
	filesWithKeys,
	notSecret,
	onlyExamples,
	secretFiles,
	secretFolders,
	secretNames,
} from "./guarded-files.data.ts";
import { type HiddenFolders, isHidden, readHiddenFolders } from "./hidden-folders.ts";
import { type KeyPlaces, usualKeyPlaces } from "./key-places.ts";

/** Whether a file decides what runs next. Both are absolute, with links followed; the folders above the workspace do not count. */
export function decidesWhatRuns(path: string, workspace: string): boolean {
	const name = basename(path);
	if (onlyExamples.test(name)) return false;
	const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
	return runs().test(inside) || /^\.env\./.test(name);
}

/** Whose secrets they are. */
export interface SecretPlaces {
	readonly home: string;
	/** Where this user keeps keys; without it, the usual places below the home folder. */
	readonly keyPlaces?: PrivatePlaces | undefined;
}

/**
 * What a tool may do with a file that holds secrets: nothing, or only what the user allows. A path may have `*` where it is not
 * known; it then counts when it could be one of them.
 */
export function classifySecrecy(named: string, { home, keyPlaces }: SecretPlaces): "refused" | "ask" | undefined {
	const { refused, ask, usual, folders, realHome } = secretsIn(home);
	if (isHidden(named, folders)) return "refused";
	if (notSecret.test(named)) return undefined;
	// The home folder may be a link.
	const path = named.startsWith(`${realHome}/`) ? `${home}${named.slice(realHome.length)}` : named;
	if (refused.test(path) || couldBe(path, home, secretFiles)) return "refused";
	const places = keyPlaces ?? usual;
	if (places.cover(path) || ask.test(path)) return "ask";
	return couldBe(path, home, filesWithKeys) || couldBe(path, home, places.patterns) ? "ask" : undefined;
}

/** Whether a file of a project mostly holds secrets, which do not belong into a commit. */
export function mayHoldSecrets(path: string): boolean {
	const name = basename(path);
	if (onlyExamples.test(name) || notSecret.test(name)) return false;
	return secretNames.test(name) || /(?:^|\/)\.(?:ssh|gnupg|aws)\//.test(path);
}

/** Whether a folder holds such files, so that reading all of it reads them. */
export function holdsSecrets(path: string, home: string, agentDir?: string): boolean {
	const folder = path.replace(/\/+\**$/, "");
	return folder === agentDir || secretFolders.some((entry) => withHome(entry, home) === folder);
}

/** Whether a path of which parts are not known (`*`, of any length) may lead into such a folder. */
export function mayLeadToSecrets(path: string, home: string): boolean {
	const names = path.split("/");
	return secretFolders.some((entry) => {
		const wanted = withHome(entry, home).split("/");
		for (const [at, name] of wanted.entries()) {
			if (names[at] === undefined) return false;
			if (names[at]?.includes("*")) return overlaps(name, names[at] ?? "") || names[at]?.endsWith("*") === true;
			if (names[at] !== name) return false;
		}
		return names.slice(wanted.length).some((name) => name.includes("*"));
	});
}

/** Whether a folder has the home folder in it. */
export function holdsHome(path: string, home: string): boolean {
	const folder = path.replace(/\/+\**$/, "");
	return folder === home || home.startsWith(`${folder}/`);
}

const runs = once(() => new RegExp(`(?:${filesThatRun.map(placeSource).join("|")})`, "i"));

function placeSource(entry: string): string {
	const text = escaped(entry.replace(/\/$/, ""));
	const start = entry.startsWith("/") ? "^" : "(?:^|/)";
	return entry.endsWith("/") ? `${start}${text}(?:/|$)` : `${start}${text}$`;
}

const compiled = new Map<string, CompiledSecrets>();

interface CompiledSecrets {
	readonly refused: RegExp;
	readonly ask: RegExp;
	readonly usual: KeyPlaces;
	readonly folders: HiddenFolders;
	readonly realHome: string;
}

function secretsIn(home: string) {
	const known = compiled.get(home);
	if (known) return known;
	const source = (entries: readonly string[]) =>
		new RegExp(`^(?:${entries.map((entry) => globSource(withHome(entry, home))).join("|")})$`);
	const made = {
		refused: source(secretFiles),
		ask: source(filesWithKeys),
		usual: usualKeyPlaces(home),
		folders: readHiddenFolders(home),
		realHome: resolveRealPath(home),
	};
	compiled.set(home, made);
	return made;
}

/** `~/.ssh/*` could be `~/.ssh/id_rsa`: as many folders, and each name could be the other. */
function couldBe(path: string, home: string, entries: readonly string[]): boolean {
	if (!/[*?[]/.test(path)) return false;
	const names = path.replace(/\[[^\]]*\]|\?/g, "*").split("/");
	return entries.some((entry) => {
		// A file that may be anywhere is found by its name on the disk; any pattern could be it.
		return !entry.startsWith("**") && sameNames(withHome(entry, home).split("/"), names);
	});
}

/** Name by name; `**` stands for any number of them. */
function sameNames(wanted: readonly string[], names: readonly string[]): boolean {
	const [first, ...rest] = wanted;
	if (first === undefined) return names.length === 0;
	if (first === "**") {
		if (rest.length === 0) return names.length > 0;
		return names.some((_, at) => sameNames(rest, names.slice(at)));
	}
	return names.length > 0 && overlaps(first, names[0] ?? "") && sameNames(rest, names.slice(1));
}

/** Whether two names with stars in them can be the same: what stands before the first star and behind the last one fits. */
function overlaps(one: string, other: string): boolean {
	if (!one.includes("*") && !other.includes("*")) return one === other;
	const before = [one, other].map((name) => name.split("*", 1)[0] ?? "");
	const behind = [one, other].map((name) => (name.includes("*") ? name.slice(name.lastIndexOf("*") + 1) : name));
	return fits(before, (a, b) => a.startsWith(b)) && fits(behind, (a, b) => a.endsWith(b));
}

function fits([one = "", other = ""]: readonly string[], contains: (a: string, b: string) => boolean): boolean {
	return contains(one, other) || contains(other, one);
}

function withHome(entry: string, home: string): string {
	return entry.startsWith("~") ? `${home}${entry.slice(1)}` : entry;
}

function globSource(glob: string): string {
	return escaped(glob).replaceAll("\\*\\*/", "(?:.*/)?").replaceAll("\\*\\*", ".*").replaceAll("\\*", "[^/]*");
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

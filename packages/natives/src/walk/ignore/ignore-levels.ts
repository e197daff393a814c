import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { byteText, type IgnoreList, type IgnoreSubject, parseIgnoreList, type Verdict } from "./ignore-list.ts";

/** Ignore rules of a folder, linked to the nearest folder above that has some. */
export interface IgnoreLevel {
	readonly parent: IgnoreLevel | undefined;
	readonly source: IgnoreSource;
	readonly lists: IgnoreLists;
}

/** Enough to load a level again in another thread. */
export interface IgnoreSource {
	/** Absolute. */
	readonly folder: string;
	readonly names: readonly string[];
}

/** In order of precedence. */
interface IgnoreLists {
	readonly ripgrep: IgnoreList | undefined;
	readonly ignore: IgnoreList | undefined;
	readonly git: IgnoreList | undefined;
	/** `.git/info/exclude`. */
	readonly exclude: IgnoreList | undefined;
}

/** Generated ones have thousands of lines. */
const maxIgnoreBytes = 16 * 1024 * 1024;

const sourceNames: ReadonlySet<string> = new Set([".rgignore", ".ignore", ".gitignore", ".git"]);

/** Whether an entry of this name makes its folder an ignore source. */
export function isIgnoreSource(name: string): boolean {
	return sourceNames.has(name);
}

/** Loads each level once. */
export class IgnoreLevels {
	readonly #known = new Map<string, IgnoreLevel>();

	/** The rules above a walk's root. */
	above(root: string): IgnoreLevel | undefined {
		const folder = dirname(root);
		if (folder === root) return undefined;
		const parent = this.above(folder);
		const names = [...sourceNames].filter((name) => existsSync(join(folder, name)));
		return names.length === 0 ? parent : this.below(parent, { folder, names });
	}

	below(parent: IgnoreLevel | undefined, source: IgnoreSource): IgnoreLevel {
		const known = this.#known.get(source.folder);
		if (known) return known;
		const level = loadLevel(parent, source);
		this.#known.set(source.folder, level);
		return level;
	}

	/** From the outermost inward, as `sourcesOf` returned them. */
	from(sources: readonly IgnoreSource[]): IgnoreLevel | undefined {
		return sources.reduce<IgnoreLevel | undefined>((level, source) => this.below(level, source), undefined);
	}
}

export function sourcesOf(level: IgnoreLevel | undefined): IgnoreSource[] {
	return level ? [...sourcesOf(level.parent), level.source] : [];
}

/** Nearer rules override farther ones; kinds of lists are checked in order of precedence first. */
export function judgeEntry(level: IgnoreLevel, subject: IgnoreSubject): Verdict {
	let ripgrep: Verdict;
	let ignore: Verdict;
	let git: Verdict;
	let exclude: Verdict;
	for (let at: IgnoreLevel | undefined = level; at; at = at.parent) {
		ripgrep ??= at.lists.ripgrep?.verdict(subject);
		ignore ??= at.lists.ignore?.verdict(subject);
		git ??= at.lists.git?.verdict(subject);
		exclude ??= at.lists.exclude?.verdict(subject);
	}
	return ripgrep ?? ignore ?? git ?? exclude;
}

function loadLevel(parent: IgnoreLevel | undefined, source: IgnoreSource): IgnoreLevel {
	const { folder, names } = source;
	const load = (name: string, file = name) => (names.includes(name) ? loadList(join(folder, file), folder) : undefined);
	const lists = {
		ripgrep: load(".rgignore"),
		ignore: load(".ignore"),
		git: load(".gitignore"),
		exclude: load(".git", ".git/info/exclude"),
	};
	return { parent, source, lists };
}

function loadList(path: string, folder: string): IgnoreList | undefined {
	const text = readText(path);
	return text === undefined ? undefined : parseIgnoreList(text, byteText(folder.endsWith("/") ? folder : `${folder}/`));
}

/** A folder of that name or an unreadable file has no rules. */
function readText(path: string): string | undefined {
	try {
		// A FIFO would wait for a writer.
		return readRegularBytes(path, maxIgnoreBytes)?.toString("latin1");
	} catch {
		return undefined;
	}
}

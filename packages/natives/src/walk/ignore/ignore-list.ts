import { globSource } from "./glob-source.ts";

export type Verdict = "ignored" | "kept" | undefined;

/** An entry of a folder, its texts as bytes (see `byteText`). Reused, because a walk checks a hundred thousand. */
export interface IgnoreSubject {
	/** The folder of the entry; ends in `/`. */
	folder: string;
	name: string;
	isFolder: boolean;
}

/** The rules of one ignore file; the last match wins. */
export interface IgnoreList {
	verdict(subject: IgnoreSubject): Verdict;
}

interface IgnoreRule {
	readonly keeps: boolean;
	readonly onlyFolders: boolean;
	/** Matches a name in any folder, not a path. */
	readonly byName: boolean;
	readonly glob: string;
	readonly expression: RegExp;
}

/** The rules apply below a folder, which ends in `/`. `undefined` for a text without rules. */
export function parseIgnoreList(text: string, below: string): IgnoreList | undefined {
	const rules = text
		.replace(/^\u00ef\u00bb\u00bf/, "")
		.split(/\r?\n/)
		.flatMap((line) => parseRule(line) ?? []);
	if (rules.length === 0) return undefined;
	const byLastFirst = rules.toReversed();
	const names = new GlobSet(rules.flatMap(({ byName, glob }) => (byName ? [glob] : [])));
	const pathGlobs = rules.flatMap(({ byName, glob }) => (byName ? [] : [glob]));
	const paths = new GlobSet(pathGlobs);
	const endsOfPaths = new GlobSet(pathGlobs.map(lastSegment));
	return {
		verdict({ folder, name, isFolder }) {
			// Most entries are not ignored, and mostly the name alone shows it.
			const mayBePath = endsOfPaths.matches(name);
			if (!mayBePath && !names.matches(name)) return undefined;
			const path = folder.slice(below.length) + name;
			if (mayBePath && !paths.matches(path) && !names.matches(name)) return undefined;
			for (const rule of byLastFirst) {
				if (rule.onlyFolders && !isFolder) continue;
				if (rule.expression.test(rule.byName ? name : path)) return rule.keeps ? "kept" : "ignored";
			}
			return undefined;
		},
	};
}

/** What the last segment of a path must match. */
function lastSegment(glob: string): string {
	return /[{}[\]\\]/.test(glob) ? "*" : glob.slice(glob.lastIndexOf("/") + 1);
}

/** Globs match bytes: `?` is one of the two in `é`. Returns a text with one character per byte. */
export function byteText(text: string): string {
	return /^[\u0000-\u007f]*$/.test(text) ? text : Buffer.from(text).toString("latin1");
}

function parseRule(line: string): IgnoreRule | undefined {
	if (line.startsWith("#")) return undefined;
	let glob = line.endsWith("\\ ") ? line : line.trimEnd();
	if (glob === "") return undefined;
	const keeps = glob.startsWith("!");
	if (keeps) glob = glob.slice(1);
	const isRooted = glob.startsWith("/");
	if (isRooted) glob = glob.slice(1);
	const onlyFolders = glob.endsWith("/");
	if (onlyFolders) glob = glob.slice(0, -1).replace(/\\$/, "");
	const byName = !isRooted && !glob.includes("/");
	if (glob.endsWith("/**")) glob += "/*";
	// A lone `\/` matches any name.
	if (byName && glob === "") glob = "**";
	const source = globSource(glob);
	return source === undefined ? undefined : { keeps, onlyFolders, byName, glob, expression: wholeText([source]) };
}

/** Matches many globs without trying each one. */
class GlobSet {
	/** Generated ignore files have thousands of these. */
	readonly #literals = new Set<string>();
	readonly #others: RegExp | undefined;

	constructor(globs: readonly string[]) {
		const others: string[] = [];
		for (const glob of globs) {
			if (/[*?[\]{},\\]/.test(glob)) others.push(globSource(glob) ?? "");
			else this.#literals.add(glob);
		}
		if (others.length > 0) this.#others = wholeText(others);
	}

	matches(text: string): boolean {
		return this.#literals.has(text) || this.#others?.test(text) === true;
	}
}

function wholeText(sources: readonly string[]): RegExp {
	return new RegExp(`^(?:${sources.join("|")})$`, "s");
}

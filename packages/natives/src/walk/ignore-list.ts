import { globSource } from "./glob-source.ts";

export type Verdict = "ignored" | "kept" | undefined;

/** An entry of a folder, its texts as bytes (see `byteText`). A walk asks about a hundred thousand, so this is one object. */
export interface IgnoreSubject {
	/** Where the entry is; ends in `/`. */
	folder: string;
	name: string;
	isFolder: boolean;
}

/** The rules of one ignore file; the last that fits decides. */
export interface IgnoreList {
	verdict(subject: IgnoreSubject): Verdict;
}

interface IgnoreRule {
	readonly keeps: boolean;
	readonly onlyFolders: boolean;
	/** It is about a name wherever that is, not about a path. */
	readonly byName: boolean;
	readonly source: string;
}

/** The rules are about what is below a folder, which ends in `/`. `undefined` for a text without rules. */
export function parseIgnoreList(text: string, below: string): IgnoreList | undefined {
	const rules = text
		.replace(/^\u00ef\u00bb\u00bf/, "")
		.split(/\r?\n/)
		.flatMap((line) => parseRule(line) ?? []);
	if (rules.length === 0) return undefined;
	const byLastFirst = rules.toReversed().map((rule) => ({ ...rule, expression: whole([rule]) }));
	const names = someOf(rules.filter(({ byName }) => byName));
	const paths = someOf(rules.filter(({ byName }) => !byName));
	return {
		verdict({ folder, name, isFolder }) {
			const path = paths && folder.slice(below.length) + name;
			// Nearly everything a walk meets is ignored by nobody, which one look at all rules together tells.
			if (!names?.test(name) && !paths?.test(path ?? "")) return undefined;
			for (const rule of byLastFirst) {
				if (rule.onlyFolders && !isFolder) continue;
				if (rule.expression.test(rule.byName ? name : (path ?? ""))) return rule.keeps ? "kept" : "ignored";
			}
			return undefined;
		},
	};
}

/** Globs are about bytes: `?` is one of the two in `é`. A text of bytes has a character for each. */
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
	// All that is left of `\/`: a name, and none in particular.
	const source = globSource(byName && glob === "" ? "**" : glob);
	return source === undefined ? undefined : { keeps, onlyFolders, byName, source };
}

function someOf(rules: readonly IgnoreRule[]): RegExp | undefined {
	return rules.length === 0 ? undefined : whole(rules);
}

function whole(rules: readonly IgnoreRule[]): RegExp {
	return new RegExp(`^(?:${rules.map(({ source }) => source).join("|")})$`, "s");
}

import { unquotePath } from "./unquote-path.ts";

/** One hunk of a file, as git printed it. */
export interface Hunk {
	readonly oldStart: number;
	readonly oldLines: number;
	readonly newStart: number;
	readonly newLines: number;
	/** The whole line that begins with `@@`. */
	readonly header: string;
	/** With their first character (space, `-`, `+`, `\`), without the line feed; a carriage return stays. */
	readonly lines: readonly string[];
}

/** What a diff says about one file. */
export interface FileDiff {
	/** The new path; that of a deleted file is the old one. */
	readonly path: string;
	/** Of a rename or copy. */
	readonly oldPath?: string;
	/** `T`: what it is changed, such as a file that became a link. */
	readonly status: "A" | "M" | "D" | "R" | "C" | "T";
	readonly isBinary: boolean;
	/** Such as `100644`; `160000` is a submodule, `120000` a link. */
	readonly oldMode?: string;
	readonly newMode?: string;
	/** Empty for a change of the mode or name only, and for binary files. */
	readonly hunks: readonly Hunk[];
}

/**
 * Reads the output of `git diff`, `git show` and the like in one pass. Text before the first file is skipped; what is cut off or
 * damaged ends the file it belongs to. Combined diffs of merges give the file without hunks.
 */
export function parseDiff(text: string): readonly FileDiff[] {
	const files: FileDiff[] = [];
	const source = new LineSource(text);
	for (let line = source.next(); line !== undefined; line = source.next()) {
		if (isFileStart(line)) addFile(files, parseFile(line, source));
	}
	return files;
}

/** Gives lines one by one, without a list of all of them. */
class LineSource {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	peek(): string | undefined {
		return this.#line()?.[0];
	}

	next(): string | undefined {
		const found = this.#line();
		if (!found) return undefined;
		this.#at = found[1];
		return found[0];
	}

	#line(): readonly [string, number] | undefined {
		if (this.#at >= this.#text.length) return undefined;
		const end = this.#text.indexOf("\n", this.#at);
		return end < 0 ? [this.#text.slice(this.#at), this.#text.length] : [this.#text.slice(this.#at, end), end + 1];
	}
}

const isFileStart = (line: string) => line.startsWith("diff --git ") || /^diff --(cc|combined) /.test(line);

/** Git prints a change of the kind of a file as two files of one name. */
function addFile(files: FileDiff[], file: FileDiff): void {
	const last = files.at(-1);
	if (last?.status !== "D" || file.status !== "A" || last.path !== file.path) {
		files.push(file);
		return;
	}
	files[files.length - 1] = {
		...last,
		status: "T",
		isBinary: last.isBinary || file.isBinary,
		...(file.newMode !== undefined && { newMode: file.newMode }),
		hunks: [...last.hunks, ...file.hunks],
	};
}

interface Facts {
	status: FileDiff["status"];
	isBinary: boolean;
	oldMode?: string;
	newMode?: string;
	from?: string;
	to?: string;
	minus?: string;
	plus?: string;
}

function parseFile(start: string, source: LineSource): FileDiff {
	const facts: Facts = { status: "M", isBinary: false };
	const hunks: Hunk[] = [];
	for (let line = source.peek(); line !== undefined && !isFileStart(line); line = source.peek()) {
		source.next();
		const range = hunkRange.exec(line);
		if (range) hunks.push(parseHunk(line, range, source));
		// What follows the last hunk belongs to no file: the next commit of a log, a signature.
		else if (hunks.length === 0) readFact(facts, line.endsWith("\r") ? line.slice(0, -1) : line);
	}
	const { status, isBinary, oldMode, newMode } = facts;
	const named = headerPaths(start);
	const side = facts.plus ?? facts.minus;
	const path = facts.to ?? (named.isPlain ? side : side?.replace(prefix, "")) ?? named.path;
	return {
		path,
		...(facts.from !== undefined && { oldPath: facts.from }),
		status,
		isBinary,
		...(oldMode !== undefined && { oldMode }),
		...(newMode !== undefined && { newMode }),
		hunks,
	};
}

function readFact(facts: Facts, line: string): void {
	const after = (words: string) => (line.startsWith(words) ? line.slice(words.length) : undefined);
	const set = (words: string, use: (rest: string) => void) => {
		const rest = after(words);
		if (rest !== undefined) use(rest);
	};
	set("old mode ", (mode) => {
		facts.oldMode = mode;
	});
	set("new mode ", (mode) => {
		facts.newMode = mode;
	});
	set("new file mode ", (mode) => {
		facts.status = "A";
		facts.newMode = mode;
	});
	set("deleted file mode ", (mode) => {
		facts.status = "D";
		facts.oldMode = mode;
	});
	set("index ", (rest) => {
		const mode = /^[0-9a-f]+\.\.[0-9a-f]+ (\d+)$/.exec(rest)?.[1];
		if (mode === undefined) return;
		facts.oldMode ??= mode;
		facts.newMode ??= mode;
	});
	for (const [word, status] of [
		["rename", "R"],
		["copy", "C"],
	] as const) {
		set(`${word} from `, (path) => {
			facts.status = status;
			facts.from = unquotePath(path);
		});
		set(`${word} to `, (path) => {
			facts.to = unquotePath(path);
		});
	}
	set("--- ", (path) => {
		if (path !== "/dev/null") facts.minus = unquotePath(path);
	});
	set("+++ ", (path) => {
		if (path !== "/dev/null") facts.plus = unquotePath(path);
	});
	if (line === "GIT binary patch" || /^Binary files .* differ$/.test(line)) facts.isBinary = true;
}

/** `a/` and `b/`, or with `diff.mnemonicPrefix` what the sides are. */
const prefix = /^[abciow12]\//;

/** The first line names both sides, alike but for their prefix; of a rename other lines tell more. */
function headerPaths(line: string): { readonly path: string; readonly isPlain: boolean } {
	const combined = /^diff --(?:cc|combined) (.*?)\r?$/.exec(line)?.[1];
	if (combined !== undefined) return { path: unquotePath(combined), isPlain: true };
	const rest = line.slice("diff --git ".length).replace(/\r$/, "");
	const quoted = /^("(?:[^"\\]|\\.)*") (.*)$/.exec(rest);
	const middle = (rest.length - 1) / 2;
	const [left, right] = quoted
		? [unquotePath(quoted[1] ?? ""), unquotePath(quoted[2] ?? "")]
		: [rest.slice(0, Math.floor(middle)), rest.slice(Math.floor(middle) + 1)];
	const isPlain = left === right;
	return { path: isPlain ? right : right.replace(prefix, ""), isPlain };
}

const hunkRange = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The counts of its header say where it ends, so that no content is taken for a header. */
function parseHunk(header: string, range: RegExpExecArray, source: LineSource): Hunk {
	const [oldStart, oldLines, newStart, newLines] = [
		Number(range[1]),
		Number(range[2] ?? 1),
		Number(range[3]),
		Number(range[4] ?? 1),
	];
	const lines: string[] = [];
	let before = oldLines;
	let after = newLines;
	while (before > 0 || after > 0) {
		const line = source.peek();
		const kind = line?.[0] ?? " ";
		if (line === undefined || !" +-\\\r".includes(kind)) break;
		if (kind === "-") before--;
		else if (kind === "+") after--;
		else if (kind !== "\\") {
			before--;
			after--;
		}
		lines.push(line);
		source.next();
	}
	if (source.peek()?.startsWith("\\ ")) lines.push(source.next() ?? "");
	return { oldStart, oldLines, newStart, newLines, header, lines };
}

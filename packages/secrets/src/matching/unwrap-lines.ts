import { type MappedText, MappedTextBuilder } from "./mapped-text.ts";
import { isRunCharacter } from "./run-character.ts";

/** In no value that is searched for. */
const separator = "\0";
/** Lines that are broken because they are long have at least this much of the run before the break. */
const minRun = 16;
/** Unless their beginning was cut off; then the next line is this long. */
const minCutRun = 4;
const longRun = 48;

/**
 * What may stand between two lines of one run: quotes and signs that join texts, the break itself, also as it is written inside a
 * string, the indent, and the number or mark that a tool puts before a line. `+` and `-` may belong to the run, too.
 */
export const lineGap =
	/["'`]?[ \t]{0,4}[+,.]?[ \t]{0,4}\\?(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)[ \t]*(?:[+-]?\d{1,7}(?:[:|]|[-→]?\t| {1,2})[ \t]*|[>|#*][ \t]?)?(?:([+-])(?=[\w+/-]))?[ \t]*["'`]?/y;
/** The part of it before the break. */
const beforeBreak = /(?:["'`]?[ \t]*[,.]?|["'`][ \t]*\+|[ \t]+\+)[ \t]*(?:\\{1,4}r)?[\\\r]{0,4}$/;

/**
 * The runs of characters that Base64 and tokens have and that go on over several lines, each joined to one line, apart from
 * the others. Two readings where a mark at the beginning of lines may be a character of them.
 */
export function unwrapLines(text: string): MappedText[] {
	const builders = [new MappedTextBuilder(), new MappedTextBuilder()] as const;
	let hasMarks = false;
	let done = 0;
	for (const breakAt of lineBreaks(text)) {
		const runEnd = breakAt < done ? undefined : endOfRun(text, breakAt, done);
		if (runEnd === undefined) continue;
		const start = startOfRun(text, runEnd, done);
		const lines = readLines(text, start, runEnd);
		const last = lines.at(-1);
		const isLong = runEnd - start >= minRun || (lines[1] && lines[1].end - lines[1].from >= longRun);
		if (!isLong || lines.length < 2 || !last) continue;
		done = last.end;
		hasMarks ||= lines.some(({ mark }) => mark !== undefined);
		for (const [reading, builder] of builders.entries()) {
			if (!builder.isEmpty) builder.put(separator, start, 0);
			for (const { from, end, mark } of lines) builder.copy(text, reading === 1 ? (mark ?? from) : from, end);
		}
	}
	if (builders[0].isEmpty) return [];
	return (hasMarks ? builders : [builders[0]]).map((builder) => builder.build());
}

interface Line {
	readonly from: number;
	readonly end: number;
	/** Where it begins if the mark before it is a part of it. */
	readonly mark: number | undefined;
}

function readLines(text: string, start: number, firstEnd: number): Line[] {
	// The first line of a diff has its mark, too.
	const isMarked = /[+-]/.test(text[start] ?? "") && (start === 0 || text[start - 1] === "\n");
	const lines: Line[] = [{ from: isMarked ? start + 1 : start, end: firstEnd, mark: isMarked ? start : undefined }];
	for (let end = firstEnd; ; ) {
		lineGap.lastIndex = end;
		const found = lineGap.exec(text);
		if (!found) return lines;
		const from = lineGap.lastIndex;
		const mark = found[1] === undefined ? undefined : text.lastIndexOf(found[1], from - 1);
		let next = from;
		while (isRunCharacter(text.charCodeAt(next))) next++;
		if (next === from) return lines;
		lines.push({ from, end: next, mark });
		end = next;
	}
}

/** Line feeds, and those that are written inside a string. */
function* lineBreaks(text: string): Generator<number> {
	let real = text.indexOf("\n");
	let written = text.indexOf("\\n");
	while (real !== -1 || written !== -1) {
		if (written === -1 || (real !== -1 && real < written)) {
			yield real;
			real = text.indexOf("\n", real + 1);
		} else {
			yield written;
			written = text.indexOf("\\n", written + 2);
		}
	}
}

/** Where the run before a break ends. */
function endOfRun(text: string, breakAt: number, least: number): number | undefined {
	let end = breakAt;
	if (!isRunCharacter(text.charCodeAt(end - 1)) || text.startsWith("\\r", end - 2)) {
		const before = text.slice(Math.max(least, breakAt - 12), breakAt);
		end -= beforeBreak.exec(before)?.[0].length ?? 0;
	}
	for (let at = end - minCutRun; at < end; at++)
		if (at < least || !isRunCharacter(text.charCodeAt(at))) return undefined;
	return end;
}

function startOfRun(text: string, end: number, least: number): number {
	let start = end;
	while (start > least && isRunCharacter(text.charCodeAt(start - 1))) start--;
	return start;
}

import { diffLines } from "./line-diff.ts";

type LineEnd = "\n" | "\r\n" | "\r";

/** A file's text as edits see it, with what is needed to write it back the way it was. */
export interface TextFile {
	/** Lines end in `\n`, and there is no byte order mark. */
	readonly text: string;
	readonly bom: boolean;
	/** What new lines end in: the most frequent one. */
	readonly lineEnd: LineEnd;
	/** One per line, where a file mixes them. */
	readonly mixedEnds?: readonly LineEnd[];
}

const byteOrderMark = "\ufeff";

/** `undefined` for what is not UTF-8 text. */
export function decodeText(bytes: Uint8Array): TextFile | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return parseText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
	} catch {
		return undefined;
	}
}

export function parseText(raw: string): TextFile {
	const bom = raw.startsWith(byteOrderMark);
	const body = bom ? raw.slice(1) : raw;
	if (!body.includes("\r")) return { text: body, bom, lineEnd: "\n" };
	const paired = body.replaceAll("\r\n", "\n");
	const pairs = body.length - paired.length;
	if (!paired.includes("\r") && countNewlines(paired) === pairs) return { text: paired, bom, lineEnd: "\r\n" };
	const text = paired.replaceAll("\r", "\n");
	if (!body.includes("\n")) return { text, bom, lineEnd: "\r" };
	const ends = [...body.matchAll(/\r\n?|\n/g)].map(([end]) => end as LineEnd);
	return { text, bom, lineEnd: mostFrequent(ends), mixedEnds: ends };
}

/** The new text in the old file's clothes. Lines that stay keep the end they had. */
export function encodeText(text: string, original: TextFile): string {
	const mark = original.bom ? byteOrderMark : "";
	const { lineEnd, mixedEnds } = original;
	if (!mixedEnds) return mark + (lineEnd === "\n" ? text : text.replaceAll("\n", lineEnd));
	const lines = text.split("\n");
	const ends = assignLineEnds(lines, original.text.split("\n"), mixedEnds, lineEnd);
	return mark + lines.map((line, index) => (index < lines.length - 1 ? line + ends[index] : line)).join("");
}

/** With the mark, as snapshot tags count it. */
export function markedText(file: TextFile, text = file.text): string {
	return file.bom ? byteOrderMark + text : text;
}

function assignLineEnds(
	lines: readonly string[],
	oldLines: readonly string[],
	oldEnds: readonly LineEnd[],
	usual: LineEnd,
): LineEnd[] {
	const ends: LineEnd[] = [];
	let oldIndex = 0;
	for (const change of diffLines(oldLines, lines)) {
		while (oldIndex < change.oldStart) ends.push(oldEnds[oldIndex++] ?? usual);
		for (let index = change.newStart; index < change.newEnd; index++) ends.push(usual);
		oldIndex = change.oldEnd;
	}
	while (ends.length < lines.length) ends.push(oldEnds[oldIndex++] ?? usual);
	return ends;
}

function countNewlines(text: string): number {
	let count = 0;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
	return count;
}

function mostFrequent(ends: readonly LineEnd[]): LineEnd {
	const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
	for (const end of ends) counts[end]++;
	if (counts["\r\n"] >= counts["\n"] && counts["\r\n"] >= counts["\r"]) return "\r\n";
	return counts["\n"] >= counts["\r"] ? "\n" : "\r";
}

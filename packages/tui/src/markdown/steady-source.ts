import { closesFence, parseFence } from "../text/fence.ts";

// A table's columns and the end of raw HTML depend on what follows.
const UNSTEADY_START = /^ {0,3}(?:[|<#=~[]|```)|^(?: {4}|\t)/;
const DELIMITERS = /\\.|\$+|\*+|_+|`+|~+|[[\]()<>]/g;

/**
 * The part of an unfinished piece that is drawn the same whatever follows: complete lines of code, and words of a
 * paragraph, list or quote without open emphasis, code or link after them. (A list that turns out to be loose gets
 * blank rows between its items.)
 */
export function steadySource(source: string): string {
	const fence = parseFence(source.slice(0, endOfLine(source)));
	const firstLine = source.slice(0, endOfLine(source));
	// At its end it becomes a diagram, or math in several rows.
	if (firstLine.includes("mermaid") || /^\s*(?:\$\$|\\\[)/.test(firstLine)) return "";
	if (fence?.indent === 0) return steadyCode(source, fence);
	if (UNSTEADY_START.test(firstLine) || firstLine.includes("|")) return "";
	return steadyWords(source);
}

function steadyCode(source: string, fence: NonNullable<ReturnType<typeof parseFence>>): string {
	const steady = source.slice(0, Math.max(0, source.lastIndexOf("\n")));
	const lastLine = steady.slice(steady.lastIndexOf("\n") + 1);
	return closesFence(lastLine, fence) ? source : steady;
}

function steadyWords(source: string): string {
	const open = new Map<string, number>();
	let end = source.length;
	for (const match of source.matchAll(DELIMITERS)) {
		const kind = findOpening(match[0], source, match.index);
		if (kind === undefined) continue;
		if (open.has(kind)) open.delete(kind);
		else open.set(kind, match.index);
	}
	for (const start of open.values()) end = Math.min(end, start);
	const word = Math.max(source.lastIndexOf(" ", end - 1), source.lastIndexOf("\n", end - 1));
	return source.slice(0, Math.max(0, word));
}

/** What a delimiter opens, or closes if it is open; undefined for one without meaning. */
function findOpening(delimiter: string, source: string, index: number): string | undefined {
	// Math between \( and \) or \[ and \].
	if (delimiter.startsWith("\\")) return /[[\]()]/.test(delimiter) ? "math" : undefined;
	const before = source[index - 1] ?? " ";
	const after = source[index + delimiter.length] ?? " ";
	const isBetweenBlanks = /\s/.test(before) && /\s/.test(after);
	const isInsideWord = delimiter.startsWith("_") && /\w/.test(before) && /\w/.test(after);
	if (isBetweenBlanks || isInsideWord) return undefined;
	return { "]": "[", ")": "(", ">": "<" }[delimiter] ?? delimiter;
}

function endOfLine(source: string): number {
	const end = source.indexOf("\n");
	return end < 0 ? source.length : end;
}

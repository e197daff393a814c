import type { Position } from "vscode-languageserver-types";
import { SoftFailure } from "../call/lsp-call.ts";
import { isWriting, type LspParams } from "../call/parameters.ts";
import type { OpenDocument } from "./open-document.ts";

/** Where a call points at, counted from 0. Only what changes nothing may leave the line to us. */
export function findPosition(
	{ lines, shownPath }: Pick<OpenDocument, "lines" | "shownPath">,
	{ action, line: requestedLine, symbol, column }: Pick<LspParams, "action" | "line" | "symbol" | "column">,
): Position {
	const lineNumber = requestedLine ?? (isWriting(action) ? 1 : firstLine(lines, symbol));
	const line = Math.floor(lineNumber) - 1;
	const text = lines[line];
	if (text === undefined) {
		throw new SoftFailure(`Line ${lineNumber} is not in ${shownPath}, which has ${lines.length} line(s)`);
	}
	if (symbol !== undefined && symbol !== "") {
		const character = symbolColumn(text, symbol);
		if (character !== undefined) return { line, character };
		throw new SoftFailure(`Symbol "${symbol}" not found on line ${lineNumber}${otherLines(lines, symbol)}`);
	}
	if (column !== undefined) return { line, character: Math.min(Math.max(0, Math.floor(column) - 1), text.length) };
	return { line, character: Math.max(0, text.search(/\S/)) };
}

function firstLine(lines: readonly string[], symbol: string | undefined): number {
	if (symbol === undefined || symbol === "") return 1;
	return lines.findIndex((text) => symbolColumn(text, symbol) !== undefined) + 1 || 1;
}

/** The column of a name on a line, from 0: as it is written, else in any case; `name#2` is the second one. */
export function symbolColumn(text: string, symbol: string): number | undefined {
	const { name, number } = splitOccurrence(text, symbol);
	if (!text.toLowerCase().includes(name.toLowerCase())) return undefined;
	for (const flags of ["g", "gi"]) {
		const columns = occurrences(text, name, flags);
		if (columns.length === 0) continue;
		const column = columns[number - 1];
		return column === undefined ? undefined : column + lastPart(name);
	}
	return undefined;
}

function splitOccurrence(text: string, symbol: string): { name: string; number: number } {
	const [, name, digits] = /^(.+)#(\d{1,4})$/s.exec(symbol) ?? [];
	if (name === undefined || text.includes(symbol)) return { name: symbol, number: 1 };
	return { name, number: Number(digits) };
}

/** Those that are whole words; where there are none, those inside of words. */
function occurrences(text: string, name: string, flags: string): number[] {
	const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
	const find = (pattern: string) => Array.from(text.matchAll(new RegExp(pattern, `${flags}u`)), ({ index }) => index);
	const before = /^[\p{L}\p{N}_$]/u.test(name) ? "(?<![\\p{L}\\p{N}_$])" : "";
	const after = /[\p{L}\p{N}_$]$/u.test(name) ? "(?![\\p{L}\\p{N}_$])" : "";
	const words = find(before + literal + after);
	return words.length > 0 ? words : find(literal);
}

/** In `console.log`, `log` is meant. */
function lastPart(name: string): number {
	const [, front = ""] = /^(.*(?:\.|::|->))[\p{L}_$#][\p{L}\p{N}_$]*$/su.exec(name) ?? [];
	return front.length;
}

const maxOtherLines = 5;

function otherLines(lines: readonly string[], symbol: string): string {
	const numbers: number[] = [];
	for (const [index, text] of lines.entries()) {
		if (symbolColumn(text, symbol) !== undefined && numbers.push(index + 1) > maxOtherLines) break;
	}
	if (numbers.length === 0) return "";
	const shown = numbers.slice(0, maxOtherLines).join(", ");
	const more = numbers.length > maxOtherLines ? " and more" : "";
	return `; it is on ${numbers.length === 1 ? "line" : "lines"} ${shown}${more}`;
}

const needsSymbol: ReadonlySet<string> = new Set(["definition", "references", "rename"]);

/** A line alone would be answered for whatever stands first on it, after a long load. */
export function mustNameSymbol({ action, line, symbol, column }: LspParams, isProjectAware: boolean): void {
	if (!isProjectAware || !needsSymbol.has(action) || line === undefined) return;
	if ((symbol !== undefined && symbol !== "") || column !== undefined) return;
	throw new SoftFailure(
		`symbol is required for project-aware ${action}; pass symbol=<name>, optionally symbol#N for repeated occurrences`,
	);
}

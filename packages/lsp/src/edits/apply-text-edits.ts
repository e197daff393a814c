import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Position } from "vscode-languageserver-types";
import { ServerError } from "../contract/server-error.ts";
import { LineIndex } from "../documents/line-index.ts";
import { stripSnippet } from "./strip-snippet.ts";

export interface ApplyOptions {
	/** Turns a position of the server into one of a JavaScript string. */
	readonly toLocalPosition?: (position: Position, lineText: string) => Position;
	/** Named in errors. */
	readonly path?: string;
}

interface OffsetEdit {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/**
 * The text after all edits, whose ranges speak of the text before. Throws a `ServerError` for edits that overlap or are not
 * in the text. Also takes annotated edits and those with snippets, whose placeholders are stripped.
 */
export function applyTextEdits(text: string, edits: readonly unknown[], options: ApplyOptions = {}): string {
	const lines = new LineIndex(text);
	const located = edits.map((edit) => locateEdit(edit, text, lines, options));
	// An insertion goes before what is replaced at its place; otherwise the order of the server counts.
	located.sort((a, b) => a.start - b.start || a.end - b.end);
	const parts: string[] = [];
	let done = 0;
	for (const edit of located) {
		if (edit.start < done) throw refuse("edits overlap", options);
		parts.push(text.slice(done, edit.start), edit.text);
		done = edit.end;
	}
	parts.push(text.slice(done));
	return parts.join("");
}

function locateEdit(edit: unknown, text: string, lines: LineIndex, options: ApplyOptions): OffsetEdit {
	if (!isRecord(edit) || !isRecord(edit.range)) throw refuse("an edit has no range", options);
	const start = locate(edit.range.start, lines, options);
	const isFromStart = start === 0;
	// Formatters replace the whole text with an end far beyond it.
	const end = locate(edit.range.end, lines, options) ?? (isFromStart ? text.length : undefined);
	if (start === undefined || end === undefined || start > end) {
		throw refuse(`the range ${describeRange(edit.range)} is not in the text`, options);
	}
	return { start, end, text: readNewText(edit, options) };
}

/** The offset; a column beyond the line is its end. `undefined` beyond the text. */
function locate(position: unknown, lines: LineIndex, { toLocalPosition }: ApplyOptions): number | undefined {
	if (!isRecord(position)) return undefined;
	const { line, character } = position;
	if (!isCount(line) || !isCount(character)) return undefined;
	if (line >= lines.lineCount) return line === lines.lineCount && character === 0 ? lines.lineStart(line) : undefined;
	const lineText = lines.lineText(line);
	const local = toLocalPosition?.({ line, character }, lineText) ?? { character };
	return lines.lineStart(line) + Math.min(local.character, lineText.length);
}

function readNewText(edit: Record<string, unknown>, options: ApplyOptions): string {
	const { newText, snippet, insertTextFormat } = edit;
	if (isRecord(snippet) && typeof snippet.value === "string") return stripSnippet(snippet.value);
	if (typeof newText !== "string") throw refuse("an edit has no text", options);
	return insertTextFormat === snippetFormat ? stripSnippet(newText) : newText;
}

/** `InsertTextFormat.Snippet`, with which rust-analyzer marks its edits. */
const snippetFormat = 2;

function isCount(value: unknown): value is number {
	return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function describeRange({ start, end }: Record<string, unknown>): string {
	const show = (position: unknown) =>
		isRecord(position) ? `${Number(position.line) + 1}:${Number(position.character) + 1}` : "?";
	return `${show(start)}-${show(end)}`;
}

function refuse(problem: string, { path }: ApplyOptions): ServerError {
	return new ServerError(
		"protocol",
		`The language server's edits${path ? ` of ${path}` : ""} cannot be applied: ${problem}`,
	);
}

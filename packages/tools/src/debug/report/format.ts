import type { DebugFrame, DebugVariable } from "@oh-my-pi/pi-dap/session/inspection";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { sanitizeOutput } from "../../output/stream/sanitize-output.ts";
import { shownPath } from "../contract/call.ts";

export const maxRows = 200;
const maxRowChars = 300;
const maxNewOutput = 8 * 1024;

/** Rows up to the limit, and how many there are beyond it. */
export function limitRows(rows: readonly string[], limit: number = maxRows): string[] {
	const shown = rows.slice(0, limit).map((row) => cutRow(row));
	return rows.length > limit ? [...shown, `… ${rows.length - limit} more`] : shown;
}

function cutRow(row: string): string {
	return row.length > maxRowChars ? `${row.slice(0, maxRowChars)}…` : row;
}

/** `count: int = 3`; what has members carries the reference to ask for them. */
export function variableRow({ name, type, value, variablesReference }: DebugVariable): string {
	const ref = variablesReference > 0 ? ` (ref ${variablesReference})` : "";
	const text = `${oneLine(name)}${type === undefined ? "" : `: ${oneLine(type)}`} = ${oneLine(value)}`;
	return `${text.length > maxRowChars - ref.length ? `${text.slice(0, maxRowChars - ref.length - 1)}…` : text}${ref}`;
}

export function frameRow(frame: DebugFrame, index: number, cwd: string): string {
	return `#${index} ${oneLine(frame.name)}${placeText(frame, cwd)} (frame ${frame.id})`;
}

/** ` at src/a.py:5`, or the address where there is no source. */
export function placeText({ path, line, instructionPointer }: DebugFrame, cwd: string): string {
	if (path !== undefined) return ` at ${oneLine(shownPath(path, cwd))}:${line}`;
	return instructionPointer === undefined ? "" : ` at ${oneLine(instructionPointer)}`;
}

/** The program's new output with a heading; nothing when there is none. */
export function outputRows({ text, dropped }: { readonly text: string; readonly dropped: number }): string[] {
	const plain = sanitizeOutput(text).replace(/\n+$/, "");
	if (plain.trim() === "" && dropped === 0) return [];
	const cut = plain.length > maxNewOutput || dropped > 0;
	const hint = cut ? " (the end of it; use output for more)" : "";
	return [`Output${hint}:`, plain.slice(-maxNewOutput)];
}

import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import type { Piece, SearchedFile, StructuralMatch } from "../code/find-matches.ts";
import { type DisplayPreferences, displayMode } from "../files/snapshots/display-mode.ts";
import { spansOf } from "../files/snapshots/line-span.ts";
import type { Snapshots } from "../files/snapshots/snapshot-store.ts";

export interface ShownFile {
	readonly path: string;
	readonly count: number;
	readonly rows: readonly string[];
	/** Without the anchors that only the model needs. */
	readonly plainRows: readonly string[];
	readonly tag?: string;
}

const maxLineChars = 512;
const maxMatchLines = 20;
const maxCaptureChars = 120;

/** A file's matches, first lines marked with `*`, with what the variables stand for. */
export function showFile(
	{ file, text, tagged }: SearchedFile,
	matches: readonly StructuralMatch[],
	ports: { snapshots: Snapshots; display: DisplayPreferences },
): ShownFile {
	const lines = text.split("\n");
	const shown = new Set(matches.flatMap((match) => listLineNumbers(match)));
	const isHashline = displayMode(ports.display, { stored: true }) === "hashline";
	const whole = [...shown].filter((line) => (lines[line - 1] ?? "").length <= maxLineChars);
	const tag = isHashline ? ports.snapshots.record(file.path, tagged, spansOf(whole)) : undefined;
	const rowsWith = (separator: string) => matches.flatMap((match) => buildRows(match, lines, separator));
	return {
		path: file.shownPath,
		count: matches.length,
		rows: rowsWith(tag === undefined ? "|" : ":"),
		plainRows: rowsWith("|"),
		...(tag !== undefined && { tag }),
	};
}

function listLineNumbers({ lineNumber, text }: StructuralMatch): number[] {
	const count = Math.min(text.split("\n").length, maxMatchLines);
	return Array.from({ length: count }, (_, index) => lineNumber + index);
}

function buildRows(match: StructuralMatch, lines: readonly string[], separator: string): string[] {
	const rows = listLineNumbers(match).map((line, index) => {
		const text = lines[line - 1] ?? "";
		const cut = text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
		return `${index === 0 ? "*" : " "}${line}${separator}${cut}`;
	});
	const hidden = match.text.split("\n").length - rows.length;
	if (hidden > 0) rows.push(` … ${hidden} more lines`);
	const captures = [...match.captures].map(([name, value]) => `${name}=${captured(value)}`);
	return captures.length > 0 ? [...rows, `  meta: ${captures.join(", ")}`] : rows;
}

function captured(value: Piece | readonly Piece[]): string {
	if ("text" in value) return oneLine(value.text, maxCaptureChars);
	// The commas between list items are nodes too.
	return `[${value
		.filter(({ text }) => !/^[,;]$/.test(text))
		.map(({ text }) => oneLine(text, maxCaptureChars))
		.join(", ")}]`;
}

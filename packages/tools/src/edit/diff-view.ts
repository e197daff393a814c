import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { codeLines, languageOf } from "../shared/view/code-lines.ts";
import { hangingRows } from "../shared/view/hanging-rows.ts";
import type { ViewOptions } from "../view.ts";
import { changedParts } from "./changed-parts.ts";

type Sign = " " | "-" | "+";

interface DiffRow {
	readonly sign: Sign;
	readonly number: string;
	readonly text: string;
}

export interface DiffCount {
	readonly added: number;
	readonly removed: number;
}

const rowPattern = /^([ +-])(\d+)\|(.*)$/s;

/** Rows of a diff as the details of an edit carry it, with numbers in a gutter and what changed inside a line set off. */
export function diffLines(diff: string, options: ViewOptions, path = ""): string[] {
	const { theme } = options;
	const rows = diff === "" ? [] : diff.split("\n").map(parseRow);
	const width = Math.max(0, ...rows.map((row) => row?.number.length ?? 0));
	const lines: string[] = [];
	for (let index = 0; index < rows.length; ) {
		const row = rows[index];
		if (!row) lines.push(theme.toolDiffContext(theme.symbol("text.ellipsis")));
		else if (row.sign === " ")
			lines.push(...rowLines(row, contextText(row.text, path, options), width, theme.toolDiffContext, options));
		else {
			const removed = runOf(rows, index, "-");
			const added = runOf(rows, index + removed.length, "+");
			lines.push(...changeLines(removed, added, width, options));
			index += removed.length + added.length;
			continue;
		}
		index++;
	}
	return lines;
}

export function countDiff(diff: string): DiffCount {
	const rows = diff.split("\n").map(parseRow);
	const count = (sign: Sign) => rows.filter((row) => row?.sign === sign).length;
	return { added: count("+"), removed: count("-") };
}

/** `⟦+2/-1⟧` */
export function diffCountText({ added, removed }: DiffCount, theme: Theme): string {
	const plus = theme.toolDiffAdded(`+${added}`);
	const minus = theme.toolDiffRemoved(`-${removed}`);
	return `${theme.symbol("bracket.left")}${plus}/${minus}${theme.symbol("bracket.right")}`;
}

/** `undefined` for the row that stands for lines left out. */
function parseRow(line: string): DiffRow | undefined {
	const [, sign, number = "", text = ""] = rowPattern.exec(line) ?? [];
	return sign === undefined ? undefined : { sign: sign as Sign, number, text: plainText(text) };
}

function runOf(rows: ReadonlyArray<DiffRow | undefined>, from: number, sign: Sign): DiffRow[] {
	const run: DiffRow[] = [];
	for (let index = from; rows[index]?.sign === sign; index++) {
		const row = rows[index];
		if (row) run.push(row);
	}
	return run;
}

/** A line that goes and the one that comes in its place are shown by what differs between them. */
function changeLines(
	removed: readonly DiffRow[],
	added: readonly DiffRow[],
	width: number,
	options: ViewOptions,
): string[] {
	const { theme } = options;
	const isPaired = removed.length === added.length;
	const pairs = removed.map((row, index) => (isPaired ? changedParts(row.text, added[index]?.text ?? "") : undefined));
	const lines = (row: DiffRow, parts: Parts | undefined, color: Style) =>
		rowLines(row, changedText(row.text, parts, color, theme), width, color, options);
	return [
		...removed.flatMap((row, index) => lines(row, pairs[index]?.before, theme.toolDiffRemoved)),
		...added.flatMap((row, index) => lines(row, pairs[index]?.after, theme.toolDiffAdded)),
	];
}

type Parts = readonly [before: string, changed: string, after: string];

function changedText(text: string, parts: Parts | undefined, color: Style, theme: Theme): string {
	if (!parts) return color(shown(text));
	const [before, changed, after] = parts;
	if (before.trim() !== "" || !/^\s/.test(changed)) {
		return color(shown(before) + theme.inverse(shown(changed)) + shown(after));
	}
	// The indentation is part of what changed, so it has to be seen.
	const blanks = /^\s*/.exec(changed)?.[0] ?? "";
	const dots = "·".repeat(shown(blanks).length);
	const rest = color(theme.inverse(shown(changed.slice(blanks.length))) + shown(after));
	return color(shown(before)) + theme.faint(dots) + rest;
}

/** What stays as it is keeps the colours of its language. */
function contextText(text: string, path: string, options: ViewOptions): string {
	const [line = ""] = codeLines([text], languageOf(path), options);
	return options.theme.toolDiffContext(line);
}

/** `-12│` before the text. */
function rowLines(
	{ sign, number }: DiffRow,
	text: string,
	width: number,
	style: Style,
	options: ViewOptions,
): string[] {
	const gutter = `${`${sign}${number}`.padStart(width + 1)}│`;
	return hangingRows(gutter, text, { width: options.width, style });
}

function shown(text: string): string {
	return replaceTabs(text);
}

import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { codeLines, languageOf } from "../view/code-lines.ts";
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
			lines.push(gutter(row, width, theme.toolDiffContext) + contextText(row.text, path, options));
		else {
			const removed = runOf(rows, index, "-");
			const added = runOf(rows, index + removed.length, "+");
			lines.push(...changeLines(removed, added, width, theme));
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
function changeLines(removed: readonly DiffRow[], added: readonly DiffRow[], width: number, theme: Theme): string[] {
	const isPaired = removed.length === added.length;
	const pairs = removed.map((row, index) => (isPaired ? changedParts(row.text, added[index]?.text ?? "") : undefined));
	return [
		...removed.map((row, index) => changeLine(row, pairs[index]?.before, width, theme.toolDiffRemoved, theme)),
		...added.map((row, index) => changeLine(row, pairs[index]?.after, width, theme.toolDiffAdded, theme)),
	];
}

type Parts = readonly [before: string, changed: string, after: string];

function changeLine(row: DiffRow, parts: Parts | undefined, width: number, color: Style, theme: Theme): string {
	const start = gutter(row, width, color);
	if (!parts) return start + color(shown(row.text));
	const [before, changed, after] = parts;
	if (before.trim() === "" && /^\s/.test(changed)) {
		// The indentation is part of what changed, so it has to be seen.
		const blanks = /^\s*/.exec(changed)?.[0] ?? "";
		const dots = "·".repeat(shown(blanks).length);
		return (
			start +
			color(shown(before)) +
			theme.faint(dots) +
			color(theme.inverse(shown(changed.slice(blanks.length))) + shown(after))
		);
	}
	return start + color(shown(before) + theme.inverse(shown(changed)) + shown(after));
}

/** What stays as it is keeps the colours of its language. */
function contextText(text: string, path: string, options: ViewOptions): string {
	const [line = ""] = codeLines([text], languageOf(path), options);
	return options.theme.toolDiffContext(line);
}

function gutter({ sign, number }: DiffRow, width: number, color: Style): string {
	return color(`${`${sign}${number}`.padStart(width + 1)}│`);
}

function shown(text: string): string {
	return replaceTabs(text);
}

import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { sliceWithWidth } from "@oh-my-pi/pi-tui/text/slice";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { codeLines, guessLanguage } from "../view/code-lines.ts";
import { foldNote } from "../view/fold-note.ts";
import { hangingRows } from "../view/hanging-rows.ts";
import { countOf } from "../view/title-text.ts";
import type { ViewOptions } from "../view/view.ts";
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

/** Whether a line is a row of such a diff, or stands for rows that are not shown. */
export function isDiffRow(line: string): boolean {
	return rowPattern.test(line) || /^\s*(?:…|\.\.\.)$/.test(line);
}

/** Folded diffs take at most this many rows. */
const foldedRows = 20;

/** A line of a diff with the rows it takes on the screen. */
interface DrawnLine {
	readonly kind: "context" | "change" | "gap";
	readonly rows: readonly string[];
}

/**
 * Rows of a diff as the details of an edit carry it: numbers in a gutter, full-row bands behind changed lines, and what
 * changed inside a line set off. Lines that stay have the numbers of the new file.
 */
export function diffLines(diff: string, options: ViewOptions, path = ""): string[] {
	return drawLines(diff, options, path).flatMap(({ rows }) => rows);
}

/** The same, shortened: unchanged lines go first, and a note says how many lines are not shown. */
export function foldedDiffLines(diff: string, options: ViewOptions, path = "", limit = foldedRows): string[] {
	const lines = drawLines(diff, options, path);
	const all = lines.flatMap(({ rows }) => rows);
	if (options.expanded || all.length <= limit) return all;
	const { theme } = options;
	for (const reach of [2, 1, 0]) {
		const kept = keepNearChanges(lines, reach);
		const rows = kept.flatMap((line) => line?.rows ?? [gapRow(theme)]);
		const hidden = lines.filter((line) => line.kind === "context" && !kept.includes(line)).length;
		if (rows.length < limit) return [...rows, foldNote(countOf(hidden, "unchanged line", "unchanged lines"), options)];
	}
	const changes = lines.filter(({ kind }) => kind === "change");
	const shown: string[] = [];
	let count = 0;
	for (const { rows } of changes) {
		if (shown.length + rows.length > limit - 1 && count > 0) break;
		shown.push(...rows);
		count++;
	}
	const note = countOf(changes.length - count, "more changed line", "more changed lines");
	return [...shown, foldNote(note, options)];
}

/** Lines at most `reach` lines from a change; `undefined` where others are left out between two that stay. */
function keepNearChanges(lines: readonly DrawnLine[], reach: number): Array<DrawnLine | undefined> {
	const isNear = lines.map((line, index) => {
		if (line.kind !== "context") return line.kind === "change";
		const around = lines.slice(Math.max(0, index - reach), index + reach + 1);
		return around.some(({ kind }) => kind === "change");
	});
	const kept: Array<DrawnLine | undefined> = [];
	for (const [index, line] of lines.entries()) {
		if (isNear[index]) kept.push(line);
		else if (kept.length > 0 && kept.at(-1) !== undefined && isNear.includes(true, index)) kept.push(undefined);
	}
	return kept;
}

function gapRow(theme: Theme): string {
	return theme.toolDiffContext(theme.symbol("text.ellipsis"));
}

function drawLines(diff: string, options: ViewOptions, path: string): DrawnLine[] {
	const { theme } = options;
	const rows = withNewNumbers(diff === "" ? [] : diff.split("\n").map(parseRow));
	const width = Math.max(0, ...rows.map((row) => row?.number.length ?? 0));
	const lines: DrawnLine[] = [];
	for (let index = 0; index < rows.length; ) {
		const row = rows[index];
		if (!row) lines.push({ kind: "gap", rows: [gapRow(theme)] });
		else if (row.sign === " ")
			lines.push({
				kind: "context",
				rows: rowLines(row, contextText(row.text, path, options), width, theme.toolDiffContext, options),
			});
		else {
			const removed = collectRun(rows, index, "-");
			const added = collectRun(rows, index + removed.length, "+");
			lines.push(...changeLines(removed, added, width, options, guessLanguage(path)));
			index += removed.length + added.length;
			continue;
		}
		index++;
	}
	return lines;
}

/** Diffs carry the old number of a line that stays; beside added lines only the new one makes sense. */
function withNewNumbers(rows: ReadonlyArray<DiffRow | undefined>): Array<DiffRow | undefined> {
	let shift = 0;
	return rows.map((row) => {
		if (row?.sign === "+") shift++;
		if (row?.sign === "-") shift--;
		return row?.sign === " " ? { ...row, number: String(Number(row.number) + shift) } : row;
	});
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

function collectRun(rows: ReadonlyArray<DiffRow | undefined>, from: number, sign: Sign): DiffRow[] {
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
	language: string,
): DrawnLine[] {
	const { theme } = options;
	const isPaired = removed.length === added.length;
	const pairs = removed.map((row, index) => (isPaired ? changedParts(row.text, added[index]?.text ?? "") : undefined));
	const lines = (
		run: readonly DiffRow[],
		partsAt: (index: number) => Parts | undefined,
		{ color, band, word }: { readonly color: Style; readonly band: Style; readonly word: Style },
	) => {
		const colored = bandedCode(run, language, band, options);
		// Where there is no second shade, what changed has the colors of the text and the background the other way around.
		const changed = [" ", word(" ")].includes(band(" ")) || word(" ") === " " ? theme.inverse : word;
		return run.map((row, index): DrawnLine => {
			const code = colored?.[index];
			const parts = partsAt(index);
			const text =
				code === undefined
					? changedText(row.text, parts, { color, changed, theme })
					: changedCode(code, parts, changed, theme);
			const rows = rowLines(row, text, width, color, options);
			return { kind: "change", rows: rows.map((drawn) => banded(drawn, band, options.width)) };
		});
	};
	return [
		...lines(removed, (index) => pairs[index]?.before, {
			color: theme.toolDiffRemoved,
			band: theme.toolDiffRemovedBg,
			word: theme.toolDiffRemovedWordBg,
		}),
		...lines(added, (index) => pairs[index]?.after, {
			color: theme.toolDiffAdded,
			band: theme.toolDiffAddedBg,
			word: theme.toolDiffAddedWordBg,
		}),
	];
}

/** Changed lines in the colors of their language; `undefined` where no band would tell them from others. */
function bandedCode(
	run: readonly DiffRow[],
	language: string,
	band: Style,
	options: ViewOptions,
): readonly string[] | undefined {
	if (!options.highlight || band(" ") === " ") return undefined;
	const plain = run.map(({ text }) => text);
	const colored = codeLines(plain, language, options);
	return colored.some((line, index) => line !== shown(plain[index] ?? "")) ? colored : undefined;
}

/** Code in its colors, with what changed in it set off. */
function changedCode(code: string, parts: Parts | undefined, changedStyle: Style, theme: Theme): string {
	if (!parts) return code;
	const [before, changed] = parts.map(shown);
	const from = visibleWidth(before ?? "");
	const to = from + visibleWidth(changed ?? "");
	const slice = (start: number, end: number) => sliceWithWidth(code, start, end).text;
	const marked = slice(from, to);
	if ((before ?? "").trim() !== "" || !/^\s/.test(changed ?? "")) {
		return slice(0, from) + changedStyle(marked) + slice(to, visibleWidth(code));
	}
	// The indentation is part of what changed, so it has to be seen.
	const blanks = /^\s*/.exec(changed ?? "")?.[0].length ?? 0;
	const rest = changedStyle(slice(from + blanks, to)) + slice(to, visibleWidth(code));
	return slice(0, from) + theme.faint("·".repeat(blanks)) + rest;
}

/** A background over the whole row; without one in the theme the row stays as long as its text. */
function banded(row: string, band: Style, width: number): string {
	return band(" ") === " " ? row : band(fitToWidth(row, Math.max(width, visibleWidth(row))));
}

type Parts = readonly [before: string, changed: string, after: string];

function changedText(
	text: string,
	parts: Parts | undefined,
	{ color, changed: changedStyle, theme }: { readonly color: Style; readonly changed: Style; readonly theme: Theme },
): string {
	if (!parts) return color(shown(text));
	const [before, changed, after] = parts;
	if (before.trim() !== "" || !/^\s/.test(changed)) {
		return color(shown(before) + changedStyle(shown(changed)) + shown(after));
	}
	// The indentation is part of what changed, so it has to be seen.
	const blanks = /^\s*/.exec(changed)?.[0] ?? "";
	const dots = "·".repeat(shown(blanks).length);
	const rest = color(changedStyle(shown(changed.slice(blanks.length))) + shown(after));
	return color(shown(before)) + theme.faint(dots) + rest;
}

/** What stays as it is keeps the colors of its language. */
function contextText(text: string, path: string, options: ViewOptions): string {
	const [line = ""] = codeLines([text], guessLanguage(path), options);
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

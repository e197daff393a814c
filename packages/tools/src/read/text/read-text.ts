import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { scanConflicts } from "../../files/conflicts/scan-conflicts.ts";
import { decodeLoadedText, type LoadedText, loadText } from "../../files/open/load-text.ts";
import { hasSelector, type Selector } from "../../files/paths/selector.ts";
import { anchorHeader, displayLine, displayMode } from "../../files/snapshots/display-mode.ts";
import { spansOf } from "../../files/snapshots/line-span.ts";
import { maxSnapshotBytes } from "../../files/snapshots/snapshot-store.ts";
import { normalizeLineEnds } from "../../files/snapshots/snapshot-tag.ts";
import { formatBytes } from "../../output/format-bytes.ts";
import { uncutBytes } from "../../output/output-limits.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { type Summary, summarize } from "../summary/summarize.ts";
import { planLines } from "./line-plan.ts";
import { readBytes } from "./read-bytes.ts";
import { readLines } from "./read-lines.ts";
import { collectRows } from "./row-collector.ts";
import { showRows } from "./show-rows.ts";

export interface TextOptions {
	/** As the model knows it. */
	readonly shown: string;
	readonly selector: Selector;
	/** Where edits would find it; absent for what cannot be edited. */
	readonly editablePath?: string;
	/** All bytes of the file, if they are at hand. */
	readonly content?: Buffer;
	/** Neither anchors nor numbers. */
	readonly plain?: boolean;
	/** Lines shown when no range says so. */
	readonly limit?: number;
	/** Bytes shown at once. */
	readonly maxBytes?: number;
	/** Bytes of a line that are shown; 0 for all. */
	readonly maxColumns?: number;
}

const maxSummaryBytes = 50 * 1024;
const maxRawLineChars = 16 * 1024;

/** A text file; large ones are read only as far as needed, and cannot be referred to in edits. */
export async function readTextFile(
	path: string,
	size: number,
	options: TextOptions,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	const { shown, selector } = options;
	if (selector.firstByte !== undefined && selector.ranges.length === 0) {
		return readBytes(path, { shown, firstByte: selector.firstByte });
	}
	const loaded = size > maxSnapshotBytes ? undefined : await textNow(path, options, deps);
	if (loaded?.kind === "text") {
		const summary = hasSelector(selector) ? undefined : await showSummary(path, loaded.text, options, deps);
		const output = summary ?? (await showRawOrText(path, loaded.text, options, deps));
		const hint = selector.raw ? [] : conflictHint(loaded.text, shown);
		return {
			...output,
			content: [output.content, ...hint].join("\n"),
			details: { fileSize: loaded.bytes, ...output.details },
		};
	}
	if (loaded?.kind === "binary" && !selector.raw) return binaryFile(shown, loaded.bytes);
	const plan = planLines(selector, options.limit ?? deps.defaultLimit, { exact: isRecords(shown) });
	const maxColumns = selector.raw ? 0 : deps.maxColumns;
	const rows = await readLines(path, plan, { shown, maxColumns, lossy: selector.raw });
	if (rows === "binary") return binaryFile(shown, size);
	if (selector.raw && selector.ranges.length === 0 && rows.rows.some(({ isCut }) => isCut)) {
		return readBytes(path, { shown, firstByte: 0 });
	}
	const mode = displayMode(deps.display, { stored: false, plain: selector.raw || options.plain === true });
	const output = showRows(rows, plan, { mode, maxColumns, shown });
	return { ...output, details: { fileSize: size, ...output.details } };
}

/** Lines that stand for themselves: those around a range say nothing about where it is. */
function isRecords(shown: string): boolean {
	return /^artifact:|\.(?:csv|tsv|tab|psv|jsonl|ndjson|log)$/i.test(shown);
}

/** A line that fits into no answer is read by bytes. */
async function showRawOrText(path: string, text: string, options: TextOptions, deps: ReadDeps) {
	const { selector, shown } = options;
	const isByBytes = selector.raw && selector.ranges.length === 0 && longestLine(text) > maxRawLineChars;
	return isByBytes ? readBytes(path, { shown, firstByte: 0 }) : showText(text, options, deps);
}

function longestLine(text: string): number {
	let longest = 0;
	let from = 0;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
		longest = Math.max(longest, at - from);
		from = at + 1;
	}
	return Math.max(longest, text.length - from);
}

/** What an editor has of it counts, saved or not. */
async function textNow(path: string, options: TextOptions, { editor }: ReadDeps): Promise<LoadedText> {
	const { shown, editablePath, content } = options;
	const unsaved = editablePath === undefined ? undefined : await editor?.()?.read?.(path);
	if (unsaved === undefined)
		return content ? decodeLoadedText(content) : loadText(path, { maxBytes: maxSnapshotBytes, shown });
	return { kind: "text", text: unsaved, bytes: Buffer.byteLength(unsaved) };
}

/** A merge left something to be decided. */
function conflictHint(text: string, shown: string): string[] {
	if (!/^<{7}(?: |$)/m.test(text)) return [];
	const { length } = scanConflicts(splitLines(text));
	return length === 0 ? [] : [`[⚠ ${length} unresolved merge conflict(s); read ${shown}:conflicts for them]`];
}

/** A text that is at hand. */
export function showText(text: string, options: TextOptions, deps: ReadDeps): ToolOutput<ReadDetails> {
	const { selector, editablePath, shown } = options;
	const plan = planLines(selector, options.limit ?? deps.defaultLimit, { exact: isRecords(shown) });
	const { maxBytes } = options;
	const lines = splitLines(text);
	const limited = { ...(maxBytes !== undefined && { maxBytes }) };
	const uncut = collectRows(lines, plan, { maxColumns: 0, ...limited });
	const isShort = uncut.rows.reduce((sum, row) => sum + row.text.length, 0) <= uncutBytes;
	const maxColumns = selector.raw || isShort ? 0 : (options.maxColumns ?? deps.maxColumns);
	const collected = maxColumns === 0 ? uncut : collectRows(lines, plan, { maxColumns, ...limited });
	const seen = collected.rows.filter(({ isCut }) => !isCut).map(({ lineNumber }) => lineNumber);
	const plain = selector.raw || options.plain === true;
	const tag = plain || editablePath === undefined ? undefined : record(editablePath, text, seen, deps);
	const mode = displayMode(deps.display, { stored: tag !== undefined, plain });
	return showRows(collected, plan, {
		mode,
		maxColumns,
		shown,
		...(tag !== undefined && { anchor: { shownPath: shown, tag } }),
	});
}

/** The lines a person would count; a byte order mark is not shown. */
export function splitLines(text: string): string[] {
	const lines = normalizeLineEnds(text.startsWith("\ufeff") ? text.slice(1) : text).split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}

async function showSummary(
	path: string,
	text: string,
	options: TextOptions,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails> | undefined> {
	const lines = splitLines(text);
	const summary = await summarize(path, lines.join("\n"), lines, deps.summarize);
	if (!summary) return undefined;
	const seen = summary.rows.flatMap((row) => (row.kind === "line" ? [row.line] : []));
	const { editablePath, shown } = options;
	const tag = editablePath === undefined ? undefined : record(editablePath, text, seen, deps);
	const mode = displayMode(deps.display, { stored: tag !== undefined });
	const separator = mode === "hashline" ? ":" : "|";
	const rows = summary.rows.map((row) => {
		if (row.kind === "gap") return "...";
		if (row.kind === "line") return displayLine(mode, row.line, row.text);
		return mode === "plain" ? row.text : `${row.line}-${row.endLine}${separator}${row.text}`;
	});
	const content = [
		...(tag === undefined ? [] : [anchorHeader(shown, tag)]),
		...rows,
		elisionNotice(summary, shown),
	].join("\n");
	// What hardly gets shorter is better read from the top.
	if (Buffer.byteLength(content) > maxSummaryBytes) return undefined;
	const { elidedLines, elidedSpans } = summary;
	const counts = { lines: rows.length, elidedSpans: elidedSpans.length, elidedLines };
	return { content, details: { totalLines: lines.length, summary: counts } };
}

function elisionNotice({ elidedLines, elidedSpans }: Summary, shown: string): string {
	const examples = elidedSpans.slice(0, 2).map(({ start, end }) => `${start}-${end}`);
	return `[${elidedLines} lines elided; re-read needed ranges, e.g. ${shown}:${examples.join(",")}]`;
}

/** The name of what is about to be shown; `undefined` when nobody could use it. */
function record(
	path: string,
	text: string,
	seen: readonly number[],
	{ snapshots, display }: ReadDeps,
): string | undefined {
	if (displayMode(display, { stored: true }) !== "hashline") return undefined;
	return snapshots.record(path, text, spansOf(seen));
}

function binaryFile(shown: string, bytes: number): ToolOutput<ReadDetails> {
	const size = formatBytes(bytes);
	const hint = "not valid UTF-8 text. Use ':raw' to read bytes verbatim.";
	return { content: `[Cannot read binary file '${shown}' (${size}); ${hint}]`, details: { fileSize: bytes } };
}

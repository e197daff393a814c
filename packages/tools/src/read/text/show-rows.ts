import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { anchorHeader, type DisplayMode, displayLine } from "../../files/snapshots/display-mode.ts";
import type { OutputMeta, Truncation } from "../../output/output-meta.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { LinePlan } from "./line-plan.ts";
import type { CollectedRow, CollectedRows } from "./row-collector.ts";

export interface RowDisplay {
	readonly mode: DisplayMode;
	/** Present in hashline mode. */
	readonly anchor?: { readonly shownPath: string; readonly tag: string };
	readonly maxColumns: number;
	/** The path as the model knows it. */
	readonly shown?: string;
}

/** Collected lines as the model sees them, with what is missing noted for the notices. */
export function showRows(collected: CollectedRows, plan: LinePlan, display: RowDisplay): ToolOutput<ReadDetails> {
	const { rows, totalLines } = collected;
	const header = display.anchor ? [anchorHeader(display.anchor.shownPath, display.anchor.tag)] : [];
	const isPastEnd = totalLines !== undefined && plan.firstLine > totalLines;
	if (rows.length === 0 || isPastEnd) {
		const text = totalLines === 0 && plan.firstLine === 1 ? "(empty file)" : pastEnd(plan.firstLine, totalLines ?? 0);
		return { content: [...header, text].join("\n"), details: { ...(totalLines !== undefined && { totalLines }) } };
	}
	const lines = withGaps(rows);
	const truncation = describeTruncation(collected, plan);
	const hasCutLines = rows.some(({ isCut }) => isCut) && display.maxColumns > 0;
	const meta: OutputMeta = {
		...(truncation && { truncation }),
		...(hasCutLines && { limits: { columnTruncated: columnsOf(display) } }),
	};
	const texts = lines.map((row) => (row ? displayLine(display.mode, row.lineNumber, row.text) : "…"));
	return {
		content: [...header, ...texts, ...describeExtent(collected, plan, display)].join("\n"),
		details: {
			...(totalLines !== undefined && { totalLines }),
			...(truncation && { truncated: true as const, truncation }),
			displayContent: {
				text: lines.map((row) => row?.text ?? "…").join("\n"),
				startLine: rows[0]?.lineNumber ?? 1,
				lineNumbers: lines.map((row) => row?.lineNumber ?? null),
			},
			...((truncation || hasCutLines) && { meta }),
		},
	};
}

function columnsOf({ maxColumns, shown }: RowDisplay) {
	return { maxColumn: maxColumns, ...(shown !== undefined && { whole: `${shown}:raw` }) };
}

/** Of a range that was asked for: how much there is. What was cut off says so itself. */
function describeExtent({ rows, totalLines, isFull }: CollectedRows, plan: LinePlan, { mode }: RowDisplay): string[] {
	const last = rows.at(-1)?.lineNumber;
	const isPart =
		plan.windows.length === 1 &&
		!plan.isOpen &&
		!isFull &&
		last !== undefined &&
		totalLines !== undefined &&
		last < totalLines;
	return isPart && mode !== "plain" ? [`[Lines ${rows[0]?.lineNumber}-${last} of ${totalLines}]`] : [];
}

function pastEnd(start: number, totalLines: number): string {
	if (totalLines === 0) return `Line ${start} is beyond end of file (0 lines total).`;
	const hint = `Use :1 to read from the start, or :${totalLines} to read the last line.`;
	return `Line ${start} is beyond end of file (${totalLines} lines total). ${hint}`;
}

/** `undefined` stands where lines between two shown ones are not. */
function withGaps(rows: readonly CollectedRow[]): Array<CollectedRow | undefined> {
	return rows.flatMap((row, index) => {
		const before = rows[index - 1];
		return before && before.lineNumber + 1 < row.lineNumber ? [undefined, row] : [row];
	});
}

function describeTruncation({ rows, totalLines, isFull }: CollectedRows, plan: LinePlan): Truncation | undefined {
	const [first] = rows;
	const last = rows.at(-1);
	if (!first || !last || last.lineNumber === totalLines) return undefined;
	if (!isFull && !plan.isOpen) return undefined;
	const outputBytes = rows.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
	return {
		direction: "head",
		truncatedBy: isFull ? "bytes" : "lines",
		...(totalLines !== undefined && { totalLines }),
		outputLines: rows.length,
		outputBytes,
		shownRange: { start: first.lineNumber, end: last.lineNumber },
		nextOffset: last.lineNumber + 1,
	};
}

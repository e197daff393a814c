import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Cell } from "../kernels/cell.ts";
import type { OutputMeta } from "../output/output-meta.ts";
import type { CapturedOutput, StatusEvent } from "./captured-output.ts";

export interface EvalDetails {
	readonly language: CellLanguage;
	readonly languages: readonly CellLanguage[];
	readonly cells: readonly CellDetails[];
	readonly jsonOutputs?: readonly unknown[];
	/** How many were displayed; they are in the content. */
	readonly images?: number;
	readonly statusEvents?: readonly StatusEvent[];
	readonly notice?: string;
	readonly isError?: true;
	readonly meta?: OutputMeta;
}

export type CellLanguage = "python" | "js";

export interface CellDetails {
	readonly index: number;
	readonly title?: string;
	readonly code: string;
	readonly language: CellLanguage;
	readonly output: string;
	readonly status: CellStatus;
	readonly durationMs?: number;
	readonly exitCode?: number;
	readonly statusEvents?: readonly StatusEvent[];
	readonly hasMarkdown?: true;
}

export type CellStatus = "pending" | "running" | "complete" | "error";

/** A cell and what has become of it so far. */
export interface CellRecord {
	readonly index: number;
	readonly cell: Cell;
	status: CellStatus;
	output?: CapturedOutput;
	durationMs?: number;
	exitCode?: number;
	note?: string;
	meta?: OutputMeta;
}

/** What the model gets to read, and what a view draws. */
export function evalResult(records: readonly CellRecord[], notices: readonly string[]): ToolOutput<EvalDetails> {
	const texts = cellTexts(records);
	const outputs = records.flatMap(({ output }) => output ?? []);
	const images = outputs.flatMap((output) => output.images);
	const failed = records.find(({ status }) => status === "error");
	const text = [...texts.filter((part) => part !== ""), ...failureLines(records, failed)].join("\n\n");
	const empty = images.length > 0 ? `(displayed ${images.length} image(s); no text output)` : "(no output)";
	const whole = [text || empty, ...notices].join("\n\n");
	const details = buildDetails(records, texts, notices, failed !== undefined);
	const content = images.length > 0 ? [{ type: "text" as const, text: whole }, ...images] : whole;
	return { content, details, ...(failed && { isError: true }) };
}

/** JSON is counted through all cells, so that each display has a number of its own. */
function cellTexts(records: readonly CellRecord[]): string[] {
	let jsonCount = 0;
	return records.map(({ output, note }) => {
		const text = output?.text(jsonCount + 1) ?? "";
		jsonCount += output?.json.length ?? 0;
		return [text, note ?? ""].filter((part) => part !== "").join("\n\n");
	});
}

function failureLines(records: readonly CellRecord[], failed: CellRecord | undefined): string[] {
	if (!failed) return [];
	const lines = failed.exitCode === undefined ? [] : [`Command exited with code ${failed.exitCode}`];
	if (records.length === 1) return lines;
	const { index, cell } = failed;
	const name = `Cell ${index + 1} of ${records.length}${cell.title ? ` (${cell.title})` : ""}`;
	const left = records.length - index - 1;
	const rest =
		left === 0 ? "" : left === 1 ? " The cell after it did not run." : ` The ${left} cells after it did not run.`;
	return [...lines, `${name} failed.${rest}`];
}

function buildDetails(
	records: readonly CellRecord[],
	texts: readonly string[],
	notices: readonly string[],
	isError: boolean,
): EvalDetails {
	const outputs = records.flatMap(({ output }) => output ?? []);
	const json = outputs.flatMap((output) => output.json);
	const imageCount = outputs.reduce((sum, output) => sum + output.images.length, 0);
	const statusEvents = outputs.flatMap((output) => output.statusEvents);
	const languages = [...new Set(records.map(({ cell }) => languageOf(cell)))];
	const meta = records.findLast((record) => record.meta)?.meta;
	return {
		language: languages[0] ?? "python",
		languages,
		cells: records.map((record, index) => cellDetails(record, texts[index] ?? "")),
		...(json.length > 0 && { jsonOutputs: json }),
		...(imageCount > 0 && { images: imageCount }),
		...(statusEvents.length > 0 && { statusEvents }),
		...(notices.length > 0 && { notice: notices.join("\n") }),
		...(isError && { isError: true as const }),
		...(meta && { meta }),
	};
}

function cellDetails(record: CellRecord, output: string): CellDetails {
	const { index, cell, status, durationMs, exitCode } = record;
	const { statusEvents = [], hasMarkdown } = record.output ?? {};
	return {
		index,
		...(cell.title !== undefined && { title: cell.title }),
		code: cell.code,
		language: languageOf(cell),
		output,
		status,
		...(durationMs !== undefined && { durationMs }),
		...(exitCode !== undefined && { exitCode }),
		...(statusEvents.length > 0 && { statusEvents }),
		...(hasMarkdown && { hasMarkdown: true as const }),
	};
}

function languageOf({ language }: Cell): CellLanguage {
	return language === "py" ? "python" : "js";
}

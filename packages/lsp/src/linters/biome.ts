import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Diagnostic, DiagnosticSeverity, Position } from "vscode-languageserver-types";
import { ServerError } from "../contract/server-error.ts";
import { checkedDiagnostics } from "../diagnostics/checked-diagnostics.ts";
import { LineIndex } from "../documents/line-index.ts";
import { decodePosition } from "../documents/position-encoding.ts";
import type { Linter, LinterRun } from "./linter.ts";
import { runLinter } from "./run-linter.ts";

/** Biome has no report for text on its input, so it reads the file from disk. Formatting is no problem of the code. */
const checkArgs = ["check", "--reporter=json", "--max-diagnostics=none", "--formatter-enabled=false", "--colors=off"];

export const biome: Linter = {
	async lint(run) {
		const { stdout, stderr } = await runLinter({ ...run, text: "" }, [...checkArgs, run.path]);
		return parseBiomeReport(stdout, stderr, run);
	},
	async format(run) {
		const { stdout, exitCode } = await runLinter(run, ["format", `--stdin-file-path=${run.path}`, "--colors=off"]);
		return exitCode === 0 && stdout !== "" ? stdout : undefined;
	},
};

const severities: Readonly<Record<string, DiagnosticSeverity>> = {
	fatal: 1,
	error: 1,
	warning: 2,
	information: 3,
	info: 3,
	hint: 4,
};

export function parseBiomeReport(
	stdout: string,
	stderr: string,
	{ path, text }: Pick<LinterRun, "path" | "text">,
): Diagnostic[] {
	const report = parseJson(stdout);
	if (!isRecord(report) || !Array.isArray(report.diagnostics)) {
		throw new ServerError("protocol", `biome gave no report for ${path}: ${(stderr || stdout).trim().slice(0, 1000)}`);
	}
	const lines = new LineIndex(text);
	return checkedDiagnostics(report.diagnostics.flatMap((item) => translate(item, text, lines) ?? []));
}

function translate(item: unknown, text: string, lines: LineIndex): unknown {
	if (!isRecord(item) || !isRecord(item.location)) return undefined;
	const { severity, category, location } = item;
	const range = readLines(location, lines) ?? readSpan(location.span, text, lines);
	return {
		range: range ?? { start: textStart, end: textStart },
		severity: severities[String(severity)] ?? 1,
		message: readMessage(item),
		source: "biome",
		...(typeof category === "string" && { code: category }),
	};
}

const textStart: Position = { line: 0, character: 0 };

/** Biome 2.4 and newer: lines and columns from 1, in code points. */
function readLines({ start, end }: Record<string, unknown>, lines: LineIndex) {
	const locate = (position: unknown): Position | undefined => {
		if (!isRecord(position) || typeof position.line !== "number" || typeof position.column !== "number")
			return undefined;
		const line = Math.max(position.line - 1, 0);
		const character = Math.max(position.column - 1, 0);
		return decodePosition({ line, character }, lines.lineText(line), "utf-32");
	};
	const from = locate(start);
	const to = locate(end);
	return from && to && { start: from, end: to };
}

/** Older ones: offsets in bytes. */
function readSpan(span: unknown, text: string, lines: LineIndex) {
	if (!Array.isArray(span) || typeof span[0] !== "number" || typeof span[1] !== "number") return undefined;
	const bytes = Buffer.from(text);
	const locate = (offset: number) => lines.positionAt(bytes.toString("utf8", 0, offset).length);
	return { start: locate(span[0]), end: locate(span[1]) };
}

function readMessage({ message, description }: Record<string, unknown>): string {
	if (typeof message === "string" && message !== "") return message;
	return typeof description === "string" ? description : "biome found a problem";
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The error output says why there is no report.
		return undefined;
	}
}

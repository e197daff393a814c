import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Diagnostic } from "vscode-languageserver-types";
import { ServerError } from "../contract/server-error.ts";
import { checkedDiagnostics } from "../diagnostics/checked-diagnostics.ts";
import type { Linter } from "./linter.ts";
import { runLinter } from "./run-linter.ts";

export const swiftlint: Linter = {
	async lint(run) {
		const { stdout, stderr } = await runLinter(run, ["lint", "--use-stdin", "--quiet", "--reporter", "json"]);
		return parseSwiftlintReport(stdout, stderr, run.path);
	},
};

export function parseSwiftlintReport(stdout: string, stderr: string, path: string): Diagnostic[] {
	let report: unknown;
	try {
		report = JSON.parse(stdout);
	} catch (cause) {
		throw new ServerError(
			"protocol",
			`swiftlint gave no report for ${path}: ${(stderr || stdout).trim().slice(0, 1000)}`,
			{
				cause,
			},
		);
	}
	return checkedDiagnostics(Array.isArray(report) ? report.flatMap((item) => translate(item) ?? []) : []);
}

function translate(item: unknown): unknown {
	if (!isRecord(item)) return undefined;
	const { line, character, reason, rule_id, severity } = item;
	const position = { line: countFromZero(line), character: countFromZero(character) };
	return {
		range: { start: position, end: position },
		severity: severity === "Error" ? 1 : 2,
		message: reason,
		source: "swiftlint",
		...(typeof rule_id === "string" && { code: rule_id }),
	};
}

/** Missing for a problem of the whole file or line. */
function countFromZero(value: unknown): number {
	return typeof value === "number" ? Math.max(value - 1, 0) : 0;
}

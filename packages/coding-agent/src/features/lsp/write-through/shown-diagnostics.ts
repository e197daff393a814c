import {
	dedupeDiagnostics,
	diagnosticLine,
	sortDiagnostics,
	summarizeDiagnostics,
} from "@oh-my-pi/pi-tools/lsp/diagnostics/format-diagnostics";
import type { Diagnostic } from "./known-problems.ts";

export interface FileProblems {
	/** The path as it is shown. */
	readonly path: string;
	readonly diagnostics: readonly Diagnostic[];
}

const maxMessages = 50;
const maxMessageChars = 300;
const maxLineChars = 600;

/** Problems as the model reads them: how many there are, and a line for each. Servers may send anything, so all of it is bounded. */
export function shownProblems(files: readonly FileProblems[]): {
	readonly summary: string;
	readonly messages: readonly string[];
} {
	const unique = files.map(({ path, diagnostics }) => ({ path, diagnostics: dedupeDiagnostics(diagnostics) }));
	const all = unique.flatMap(({ path, diagnostics }) => sortDiagnostics(diagnostics).map((one) => ({ path, one })));
	const lines = all.slice(0, maxMessages).map(({ path, one }) => cut(diagnosticLine(path, bounded(one)), maxLineChars));
	const more = all.length - lines.length;
	return {
		summary: summarizeDiagnostics(all.map(({ one }) => one)),
		messages: [...lines, ...(more > 0 ? [`… ${more} more`] : [])],
	};
}

function bounded(diagnostic: Diagnostic): Diagnostic {
	const { message, source, code } = diagnostic;
	return {
		...diagnostic,
		message: cut(typeof message === "string" ? message : (message as { value: string }).value, maxMessageChars),
		...(source !== undefined && { source: cut(source, 64) }),
		...(typeof code === "string" && { code: cut(code, 64) }),
	};
}

function cut(text: string, max: number): string {
	return text.length > max ? `${text.slice(0, max)}…` : text;
}

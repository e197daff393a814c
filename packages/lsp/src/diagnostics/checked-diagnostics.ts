import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Diagnostic, DiagnosticSeverity, Position, Range } from "vscode-languageserver-types";

export const maxDiagnosticsPerFile = 2000;
const maxMessageChars = 10_000;

/** What a server sent as a list of diagnostics, without what is none. Of very many, the most severe are kept. */
export function checkedDiagnostics(value: unknown): Diagnostic[] {
	if (!Array.isArray(value)) return [];
	const bySeverity: unknown[][] = [[], [], [], []];
	for (const item of value) {
		const group = isRecord(item) ? bySeverity[readSeverity(item.severity) - 1] : undefined;
		if (group && group.length < maxDiagnosticsPerFile) group.push(item);
	}
	const kept = bySeverity.flat().slice(0, maxDiagnosticsPerFile);
	// The order of the server is kept where nothing is left out.
	return (value.length > maxDiagnosticsPerFile ? kept : value).flatMap((item) => checkedDiagnostic(item) ?? []);
}

function checkedDiagnostic(item: unknown): Diagnostic | undefined {
	if (!isRecord(item)) return undefined;
	const range = readRange(item.range);
	const message = readMessage(item.message);
	if (!range || message === undefined) return undefined;
	return {
		...item,
		range,
		message,
		// The protocol leaves a missing severity to the client.
		severity: readSeverity(item.severity),
	};
}

function readSeverity(value: unknown): DiagnosticSeverity {
	return value === 2 || value === 3 || value === 4 ? value : 1;
}

function readMessage(value: unknown): string | undefined {
	const text = isRecord(value) ? value.value : value;
	return typeof text === "string" ? text.slice(0, maxMessageChars) : undefined;
}

function readRange(value: unknown): Range | undefined {
	if (!isRecord(value)) return undefined;
	const start = readPosition(value.start);
	const end = readPosition(value.end);
	return start && end && { start, end };
}

function readPosition(value: unknown): Position | undefined {
	if (!isRecord(value)) return undefined;
	const { line, character } = value;
	if (typeof line !== "number" || typeof character !== "number" || !(line >= 0) || !(character >= 0)) return undefined;
	return { line: Math.trunc(line), character: Math.trunc(character) };
}

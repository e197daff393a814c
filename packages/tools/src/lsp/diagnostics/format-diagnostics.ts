import type { Diagnostic } from "vscode-languageserver-types";

const severityNames = ["error", "warning", "info", "hint"] as const;
const maxMessageChars = 1000;

/** `2 error(s), 1 warning(s)`; `OK` when there is nothing. */
export function summarizeDiagnostics(diagnostics: readonly Diagnostic[]): string {
	const counts = severityNames.flatMap((name, index) => {
		const count = diagnostics.filter((diagnostic) => severityIndex(diagnostic) === index).length;
		return count > 0 ? [`${count} ${name}(s)`] : [];
	});
	return counts.join(", ") || "OK";
}

/** `  1:9 [error] [source] message (code)`; behind a path, `a.ts:1:9 [error] …`. */
export function diagnosticLine(shownPath: string | undefined, diagnostic: Diagnostic): string {
	const { range, source, code } = diagnostic;
	const place = `${range.start.line + 1}:${range.start.character + 1}`;
	const parts = [
		shownPath === undefined ? `  ${place}` : `${shownPath}:${place}`,
		`[${severityNames[severityIndex(diagnostic)]}]`,
		...(source ? [`[${oneLine(source)}]`] : []),
		oneLine(diagnostic.message),
		...(code !== undefined && code !== "" ? [`(${oneLine(String(code))})`] : []),
	];
	return parts.join(" ");
}

/** Errors first, then by place. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	return diagnostics.toSorted(
		(a, b) =>
			severityIndex(a) - severityIndex(b) ||
			a.range.start.line - b.range.start.line ||
			a.range.start.character - b.range.start.character,
	);
}

/** Several servers often report the same problem; the first report of it stays. */
export function dedupeDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	const seen = new Set<string>();
	return diagnostics.filter((diagnostic) => {
		const key = diagnosticKey(diagnostic);
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}

function diagnosticKey({ range: { start, end }, message }: Diagnostic): string {
	return `${start.line}:${start.character}-${end.line}:${end.character} ${message}`;
}

/** A problem without a severity is an error. */
function severityIndex({ severity = 1 }: Diagnostic): number {
	return severity >= 1 && severity <= severityNames.length ? severity - 1 : 0;
}

function oneLine(text: string | { readonly value: string }): string {
	const line = (typeof text === "string" ? text : text.value).replace(/[\s\p{Cc}]+/gu, " ").trim();
	return line.length > maxMessageChars ? `${line.slice(0, maxMessageChars)}…` : line;
}

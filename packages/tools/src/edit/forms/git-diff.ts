import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { PatchedFile } from "../patch/parse-envelope.ts";
import { parseHunks } from "../patch/parse-hunks.ts";

/** The files of a unified diff, as `git diff` and `diff -u` write it. */
export function parseUnifiedDiff(text: string): PatchedFile[] {
	const lines = text.replaceAll("\r\n", "\n").split("\n");
	const starts = lines.flatMap((line, index) => (isFileHeader(lines, line, index) ? [index] : []));
	return starts.map((start, index) => {
		const rows = withoutTrailer(lines.slice(start + 2, starts[index + 1] ?? lines.length));
		return patchedFile(nameIn(lines[start] ?? ""), nameIn(lines[start + 1] ?? ""), rows);
	});
}

/** A removed line may begin with `-- `, so that the next line and the one after it count, too. */
function isFileHeader(lines: readonly string[], line: string, index: number): boolean {
	return (
		line.startsWith("--- ") && (lines[index + 1]?.startsWith("+++ ") ?? false) && /^@@ |^$/.test(lines[index + 2] ?? "")
	);
}

/** What belongs to the next file, and blank lines at the end. */
function withoutTrailer(rows: readonly string[]): readonly string[] {
	const next = rows.findIndex((row) => /^(?:diff --git|index [0-9a-f]+\.\.|Index: )/.test(row));
	const fileRows = next === -1 ? rows : rows.slice(0, next);
	return fileRows.slice(0, fileRows.findLastIndex((row) => row !== "" && !row.startsWith("```")) + 1);
}

function patchedFile(before: string, after: string, rows: readonly string[]): PatchedFile {
	const nowhere = "/dev/null";
	if (after === nowhere) return { kind: "delete", path: before };
	if (before === nowhere) {
		const text = rows.filter((row) => row.startsWith("+")).map((row) => `${row.slice(1)}\n`);
		return { kind: "add", path: after, text: text.join("") };
	}
	if (rows.length === 0) throw new ToolError(`The diff of ${after} has no hunks.`);
	return { kind: "update", path: before, ...(before !== after && { moveTo: after }), hunks: parseHunks(rows) };
}

/** `--- a/src/x.ts\t2026-01-01`; the prefixes of git are no folders. */
function nameIn(header: string): string {
	const name = header.slice(4).split("\t")[0]?.trim() ?? "";
	return name.replace(/^"(.*)"$/, "$1").replace(/^[ab]\//, "");
}

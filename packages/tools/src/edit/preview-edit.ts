import { contentLines } from "../files/mutate/text/content-lines.ts";
import { describeChange } from "../files/mutate/text/diff-rows.ts";
import { previewHashline } from "./hashline/preview.ts";
import { isShortLine } from "./outcome/short-line.ts";

/** The arguments of a call in any mode, as far as they have arrived. */
export interface EditParams {
	readonly input?: string;
	readonly path?: string;
	readonly old_string?: string;
	readonly new_string?: string;
	readonly edits?: ReadonlyArray<{ readonly op?: string; readonly rename?: string; readonly diff?: string }>;
}

export interface PreviewedFile {
	readonly path: string;
	/** Rows as the details of an edit have them. */
	readonly diff: string;
}

/** What a call would do, from its arguments alone; with the text a tag names, also what goes. What does not parse yet is left out. */
export function previewEdit(
	params: EditParams,
	textOf: (path: string, tag: string) => string | undefined = () => undefined,
): PreviewedFile[] {
	const { input, path = "", old_string, new_string, edits } = params;
	if (old_string !== undefined) return [{ path, diff: replacedDiff(old_string, new_string ?? "") }];
	if (Array.isArray(edits))
		return [
			{
				path,
				diff: edits
					.map(({ op, diff = "" }) => (op === "create" ? replacedDiff("", diff) : signedRows(diff)))
					.filter(Boolean)
					.join("\n…\n"),
			},
		];
	if (input === undefined) return [];
	return /^\s*\*\*\* Begin Patch\s*\n\s*\*\*\* /.test(input) ? previewEnvelope(input) : previewHashline(input, textOf);
}

function replacedDiff(before: string, after: string): string {
	return describeChange(contentLines(before).lines, contentLines(after).lines).diff;
}

function previewEnvelope(input: string): PreviewedFile[] {
	const files: Array<{ path: string; rows: string[] }> = [];
	for (const line of input.split("\n")) {
		const path = isShortLine(line) ? /^\*\*\* (?:Add|Delete|Update) File: (.+?)\s*$/.exec(line)?.[1] : undefined;
		if (path !== undefined) files.push({ path, rows: [] });
		else if (!line.startsWith("***")) files.at(-1)?.rows.push(line);
	}
	return files.map(({ path, rows }) => ({ path, diff: signedRows(rows.join("\n")) }));
}

/** A patch's own rows, numbered from where each hunk begins, because nothing else is known yet. */
function signedRows(diff: string): string {
	const rows: string[] = [];
	let oldNumber = 0;
	let newNumber = 0;
	for (const line of diff.split("\n")) {
		if (line.startsWith("@@")) {
			if (rows.length > 0) rows.push("…");
			const start = Number(/^@@ -(\d+)/.exec(line)?.[1] ?? 1) - 1;
			[oldNumber, newNumber] = [start, start + newNumber - oldNumber];
		} else if (/^[ +-]/.test(line)) {
			if (line[0] !== "+") oldNumber++;
			if (line[0] !== "-") newNumber++;
			rows.push(`${line[0]}${line[0] === "+" ? newNumber : oldNumber}|${line.slice(1)}`);
		}
	}
	return rows.join("\n");
}

import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isShortLine } from "../outcome/short-line.ts";
import type { Hunk } from "./hunk.ts";
import { parseHunks } from "./parse-hunks.ts";

/** What a patch does to one file. */
export type PatchedFile =
	| { readonly kind: "add"; readonly path: string; readonly text: string }
	| { readonly kind: "delete"; readonly path: string }
	| { readonly kind: "update"; readonly path: string; readonly moveTo?: string; readonly hunks: readonly Hunk[] };

const fileHeader = /^\*\*\* (?<verb>Add|Delete|Update) File: (?<path>.+?)\s*$/;
const moveHeader = /^\*\*\* Move to: (?<path>.+?)\s*$/;

function fileHeaderOf(line: string) {
	return isShortLine(line) ? fileHeader.exec(line)?.groups : undefined;
}

export interface Envelope {
	readonly files: readonly PatchedFile[];
	/** What was put right. */
	readonly warnings: readonly string[];
}

/** Reads `*** Begin Patch` … `*** End Patch`. */
export function parseEnvelope(input: string): Envelope {
	const warnings: string[] = [];
	const lines = enclosed(withoutHeredoc(withoutFence(input, warnings)), warnings);
	if (lines[0]?.trim() !== "*** Begin Patch") {
		throw new ToolError("The first line of the patch must be '*** Begin Patch'");
	}
	if (lines.at(-1)?.trim() !== "*** End Patch") {
		throw new ToolError("The last line of the patch must be '*** End Patch'");
	}
	const files: PatchedFile[] = [];
	const body = lines.slice(1, -1);
	for (let index = 0; index < body.length; ) {
		const line = body[index] ?? "";
		if (line.trim() === "") {
			index++;
			continue;
		}
		const header = fileHeaderOf(line);
		if (!header) throw noHeader(line, index + 2);
		let end = index + 1;
		while (end < body.length && !fileHeaderOf(body[end] ?? "")) end++;
		files.push(parseFile(header.verb ?? "", header.path ?? "", body.slice(index + 1, end)));
		index = end;
	}
	if (files.length === 0) throw new ToolError("The patch names no file: add '*** Update File: <path>' and its hunks.");
	return { files, warnings };
}

function withoutFence(input: string, warnings: string[]): readonly string[] {
	const lines = input.replaceAll("\r\n", "\n").trim().split("\n");
	if (!/^```[\w-]*\s*$/.test(lines[0] ?? "")) return lines;
	warnings.push("Ignored the code fence around the patch.");
	const inner = lines.at(-1)?.trim() === "```" ? lines.slice(1, -1) : lines.slice(1);
	return inner.join("\n").trim().split("\n");
}

/** Without a first line a patch is still one; without only the last it may have been cut off. */
function enclosed(lines: readonly string[], warnings: string[]): readonly string[] {
	if (!fileHeaderOf(lines[0] ?? "")) return lines;
	warnings.push("Added the missing '*** Begin Patch' line.");
	const isEnded = lines.at(-1)?.trim() === "*** End Patch";
	return ["*** Begin Patch", ...lines, ...(isEnded ? [] : ["*** End Patch"])];
}

function noHeader(line: string, number: number): ToolError {
	return new ToolError(
		`Line ${number} of the patch must be '*** Add File: <path>', '*** Delete File: <path>' or '*** Update File: <path>'; got ${JSON.stringify(line.slice(0, 120))}.`,
	);
}

function parseFile(verb: string, path: string, lines: readonly string[]): PatchedFile {
	if (verb === "Delete") {
		const stray = lines.find((line) => line.trim() !== "");
		if (stray !== undefined)
			throw new ToolError(`'*** Delete File: ${path}' takes no rows; got ${JSON.stringify(stray)}.`);
		return { kind: "delete", path };
	}
	if (verb === "Add") return { kind: "add", path, text: addedText(path, lines) };
	const [first = ""] = lines;
	const moveTo = isShortLine(first) ? moveHeader.exec(first)?.groups?.path : undefined;
	const rows = moveTo === undefined ? lines : lines.slice(1);
	if (moveTo !== undefined && rows.every((line) => line.trim() === ""))
		return { kind: "update", path, moveTo, hunks: [] };
	return { kind: "update", path, ...(moveTo !== undefined && { moveTo }), hunks: parseHunks(rows) };
}

function addedText(path: string, lines: readonly string[]): string {
	const rows = lines.filter((line, index) => line !== "" || index < lines.length - 1);
	const bad = rows.find((line) => !line.startsWith("+"));
	if (bad !== undefined) {
		throw new ToolError(
			`Every row of '*** Add File: ${path}' begins with "+"; got ${JSON.stringify(bad.slice(0, 120))}.`,
		);
	}
	return rows.map((line) => `${line.slice(1)}\n`).join("");
}

/** Models that know the command line tool wrap the patch as if a shell would read it. */
function withoutHeredoc(lines: readonly string[]): readonly string[] {
	const [first = ""] = lines;
	if (!isShortLine(first)) return lines;
	const mark = /<<-?\s*(['"]?)(?<mark>\w+)\1\s*$/.exec(first)?.groups?.mark;
	if (!mark) return lines;
	const inner = lines.at(-1)?.trim() === mark ? lines.slice(1, -1) : lines.slice(1);
	return inner.join("\n").trim().split("\n");
}

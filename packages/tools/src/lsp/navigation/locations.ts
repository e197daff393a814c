import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { uriToPath } from "@oh-my-pi/pi-lsp/documents/file-uri";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Position, Range } from "vscode-languageserver-types";
import type { FileLines } from "../documents/file-lines.ts";
import { showLocation } from "../documents/show-location.ts";

/** A place in code, counted from 0 in UTF-16 units. */
export interface CodePlace {
	readonly uri: string;
	/** Absent for what is not a file. */
	readonly path: string | undefined;
	readonly position: Position;
}

const maxLocations = 10_000;

/** The places in an answer: a location, a list of them, or of links. */
export function parseLocations(answer: unknown): Array<{ readonly uri: string; readonly range: Range }> {
	const list = Array.isArray(answer) ? answer.slice(0, maxLocations) : [answer];
	return list.flatMap((item) => {
		if (!isRecord(item)) return [];
		const uri = item.targetUri ?? item.uri;
		const range = item.targetSelectionRange ?? item.targetRange ?? item.range;
		return typeof uri === "string" && isRange(range) ? [{ uri, range }] : [];
	});
}

export function isRange(value: unknown): value is Range {
	return isRecord(value) && isPosition(value.start) && isPosition(value.end);
}

function isPosition(value: unknown): value is Position {
	return isRecord(value) && isCount(value.line) && isCount(value.character);
}

function isCount(value: unknown): value is number {
	return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** The places as we count them, each once. */
export async function readPlaces(answer: unknown, client: LanguageClient, files: FileLines): Promise<CodePlace[]> {
	const places = new Map<string, CodePlace>();
	for (const { uri, range } of parseLocations(answer)) {
		const path = uriToPath(uri);
		const lines = path === undefined ? undefined : await files.load(path);
		const position = client.fromServerPosition(range.start, lines?.[range.start.line] ?? "");
		places.set(`${uri}:${position.line}:${position.character}`, { uri, path, position });
	}
	return [...places.values()];
}

/** `src/a.ts:3:14` */
export function placeText({ uri, path, position }: CodePlace, cwd: string): string {
	return `${path === undefined ? uri : showLocation(path, cwd)}:${position.line + 1}:${position.character + 1}`;
}

const maxLineChars = 300;

/** The line and its neighbors, `    12: text`; nothing for a file that is not read. */
export async function contextLines({ path, position: { line } }: CodePlace, files: FileLines): Promise<string[]> {
	const lines = path === undefined ? undefined : await files.load(path);
	if (!lines) return [];
	return lines.slice(Math.max(0, line - 1), line + 2).map((text, index) => {
		const cut = text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
		return `    ${Math.max(0, line - 1) + index + 1}: ${cut.trimEnd()}`;
	});
}

import { type FileHandle, open } from "node:fs/promises";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { StoredPlace } from "./request-rows.ts";

const bytesBefore = 512 * 1024;
const bytesAfter = 256 * 1024;
const entriesBefore = 8;
const entriesAfter = 4;
/** Of one text in an entry. */
const maxTextChars = 20_000;

export interface RequestEntries {
	/** The entries around the request, oldest first, without it. */
	readonly messages: readonly unknown[];
	/** The content of the reply; `null` when its line is not there any more. */
	readonly output: unknown;
}

/** What the session file has around a request. Long texts are cut and images left out. */
export async function readRequestEntries({ sessionFile, entryId, lineStart }: StoredPlace): Promise<RequestEntries> {
	const missing: RequestEntries = { messages: [], output: null };
	if (sessionFile === null) return missing;
	let file: FileHandle;
	try {
		file = await open(sessionFile, "r");
	} catch {
		// The session was deleted; its numbers are kept.
		return missing;
	}
	try {
		const from = Math.max(0, lineStart - bytesBefore);
		const before = parseLines(await readText(file, from, lineStart - from), { skipFirst: from > 0 });
		const [own, ...after] = parseLines(await readText(file, lineStart, bytesAfter), { skipFirst: false });
		if (!isRecord(own) || own.id !== entryId || !isRecord(own.message)) return missing;
		return {
			messages: [...before.slice(-entriesBefore), ...after.slice(0, entriesAfter)].map((entry) => shorten(entry)),
			output: shorten(own.message.content),
		};
	} finally {
		await file.close();
	}
}

async function readText(file: FileHandle, position: number, length: number): Promise<string> {
	const buffer = Buffer.alloc(length);
	const { bytesRead } = await file.read(buffer, 0, length, position);
	return buffer.toString("utf8", 0, bytesRead);
}

function parseLines(text: string, { skipFirst }: { readonly skipFirst: boolean }): unknown[] {
	return text
		.split("\n")
		.slice(skipFirst ? 1 : 0)
		.flatMap((line) => {
			try {
				return [JSON.parse(line) as unknown];
			} catch {
				// Cut off at the border of what was read, or damaged.
				return [];
			}
		});
}

function shorten(value: unknown): unknown {
	if (typeof value === "string")
		return value.length > maxTextChars
			? `${value.slice(0, maxTextChars)} … ${value.length - maxTextChars} more characters`
			: value;
	if (Array.isArray(value)) return value.map(shorten);
	if (!isRecord(value)) return value;
	if (value.type === "image" && typeof value.data === "string")
		return { ...value, data: `${value.data.length} characters` };
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}

import type { Database } from "bun:sqlite";
import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SpendRow } from "./spend-row.ts";

const maxChunkBytes = 4 * 1024 * 1024;
/** A month is over for all time zones, and for processes that slept. */
const keptMs = 40 * 24 * 60 * 60 * 1000;

/** Takes in complete lines that were appended since the last time; the offset is part of the transaction. */
export function takeInInbox(database: Database, folder: string, now: number, add: (row: SpendRow) => void): void {
	for (const name of inboxesIn(folder)) {
		const path = join(folder, name);
		const known = database.query<{ offset: number }, [string]>("SELECT offset FROM inbox WHERE name = ?").get(name);
		const { text, end, isOld } = readFrom(path, known?.offset ?? 0, now);
		for (const line of text.split("\n")) {
			const row = parseRow(line);
			if (row) add(row);
		}
		if (text !== "") {
			database
				.query("INSERT INTO inbox VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET offset = excluded.offset")
				.run(name, end);
		}
		// The offset stays, in case the file is not removed.
		if (isOld && text === "") rmSync(path, { force: true });
	}
}

function inboxesIn(folder: string): string[] {
	try {
		return readdirSync(folder).filter((name) => /^inbox-\d{4}-\d{2}\.jsonl$/.test(name));
	} catch {
		// Nothing was spent yet.
		return [];
	}
}

function readFrom(path: string, offset: number, now: number): { text: string; end: number; isOld: boolean } {
	const nothing = { text: "", end: offset, isOld: false };
	let file: number;
	try {
		file = openSync(path, "r");
	} catch {
		return nothing;
	}
	try {
		const stats = fstatSync(file);
		if (!stats.isFile()) return nothing;
		const isOld = now - stats.mtimeMs > keptMs;
		const bytes = Buffer.alloc(Math.min(Math.max(0, stats.size - offset), maxChunkBytes));
		const length = readSync(file, bytes, 0, bytes.length, offset);
		const lastLine = bytes.subarray(0, length).lastIndexOf(0x0a) + 1;
		return { text: bytes.subarray(0, lastLine).toString("utf8"), end: offset + lastLine, isOld };
	} finally {
		closeSync(file);
	}
}

const numbers = ["at", "input", "output", "cacheRead", "cacheWrite", "nanos", "requests", "ms"] as const;
const texts = ["id", "session", "project", "source", "provider", "model", "outcome"] as const;

/** A line that was cut off by a full disk, or edited, is skipped. */
function parseRow(line: string): SpendRow | undefined {
	if (line === "") return undefined;
	try {
		const row: unknown = JSON.parse(line);
		return isRow(row) ? row : undefined;
	} catch {
		return undefined;
	}
}

function isRow(value: unknown): value is SpendRow {
	if (typeof value !== "object" || value === null) return false;
	const row = value as Record<string, unknown>;
	return (
		numbers.every((name) => Number.isSafeInteger(row[name]) && Number(row[name]) >= 0) &&
		texts.every((name) => typeof row[name] === "string") &&
		Array.isArray(row.agents) &&
		row.agents.every((agent) => typeof agent === "string")
	);
}

import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadPosition, RequestRow, StatsStore } from "./stats-store.ts";

const chunkBytes = 1024 * 1024;
const tailBytes = 64;

export interface SyncReport {
	readonly files: number;
	/** Files that had something new. */
	readonly changed: number;
	readonly requests: number;
}

/** Takes what is new in the session files of a folder, those of sub-agents included. */
export async function syncSessions(folder: string, store: StatsStore): Promise<SyncReport> {
	const files = sessionFiles(folder);
	let changed = 0;
	let requests = 0;
	for (const path of files) {
		const added = readNew(path, store);
		if (added === undefined) continue;
		changed++;
		requests += added;
		// The dashboard goes on answering.
		await nextTurn();
	}
	return { files: files.length, changed, requests };
}

function sessionFiles(folder: string): string[] {
	try {
		const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
		return entries
			.filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
			.map((entry) => join(entry.parentPath, entry.name))
			.sort();
	} catch {
		// There are no sessions yet.
		return [];
	}
}

/** How many requests were new; `undefined` for a file that has nothing new or cannot be read. */
function readNew(path: string, store: StatsStore): number | undefined {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch {
		return undefined;
	}
	try {
		const { size } = fstatSync(file);
		const known = store.position(path);
		const isContinued = known !== undefined && known.offset <= size && readTail(file, known.offset) === known.tail;
		if (isContinued && known.offset === size) return undefined;
		const start = isContinued ? known : { offset: 0, tail: "", folder: "" };
		const { rows, end, folder } = readRows(file, start, size);
		if (end === start.offset) return undefined;
		store.add(path, rows, { offset: end, tail: readTail(file, end), folder });
		return rows.length;
	} finally {
		closeSync(file);
	}
}

function readTail(file: number, offset: number): string {
	const length = Math.min(tailBytes, offset);
	const bytes = Buffer.alloc(length);
	readSync(file, bytes, 0, length, offset - length);
	return bytes.toString("base64");
}

/** The requests in whole lines from a position on. */
function readRows(file: number, { offset, folder: known }: ReadPosition, size: number) {
	const rows: RequestRow[] = [];
	let folder = known;
	let end = offset;
	let rest: Buffer = Buffer.alloc(0);
	for (let at = offset; at < size; ) {
		const chunk = Buffer.alloc(Math.min(chunkBytes, size - at));
		const count = readSync(file, chunk, 0, chunk.length, at);
		if (count === 0) break;
		at += count;
		rest = Buffer.concat([rest, chunk.subarray(0, count)]);
		let from = 0;
		for (let newline = rest.indexOf(10); newline >= 0; newline = rest.indexOf(10, from)) {
			const line = rest.toString("utf8", from, newline);
			from = newline + 1;
			folder = folderIn(line) ?? folder;
			const row = requestIn(line, folder);
			if (row) rows.push(row);
		}
		end += from;
		rest = rest.subarray(from);
	}
	return { rows, end, folder };
}

function folderIn(line: string): string | undefined {
	if (!line.startsWith('{"type":"session"')) return undefined;
	const header = parsed(line);
	return typeof header?.cwd === "string" ? header.cwd : undefined;
}

function requestIn(line: string, folder: string): RequestRow | undefined {
	// Most lines are long results of tools.
	if (!line.includes('"role":"assistant"')) return undefined;
	const entry = parsed(line);
	const message = record(entry?.message);
	const usage = record(message?.usage);
	if (entry?.type !== "message" || message?.role !== "assistant" || !usage) return undefined;
	const at = typeof message.timestamp === "number" ? message.timestamp : Date.parse(String(entry.timestamp));
	return {
		key: `${String(entry.id)} ${at}`,
		at,
		folder,
		model: `${String(message.provider)}/${String(message.model)}`,
		input: number(usage.input),
		output: number(usage.output),
		cacheRead: number(usage.cacheRead),
		cacheWrite: number(usage.cacheWrite),
		cost: number(record(usage.cost)?.total),
		durationMs: typeof message.duration === "number" ? message.duration : null,
		ttftMs: typeof message.ttft === "number" ? message.ttft : null,
		failed: message.stopReason === "error" ? 1 : 0,
	};
}

function parsed(line: string): Record<string, unknown> | undefined {
	try {
		return record(JSON.parse(line));
	} catch {
		// A damaged line; the others count.
		return undefined;
	}
}

function record(value: unknown): Record<string, unknown> | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: undefined;
}

function number(value: unknown): number {
	return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

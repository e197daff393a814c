import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AgentType, LogFact, ReadPosition } from "../store/rows.ts";
import type { StatsStore } from "../store/stats-store.ts";
import { LineReader } from "./line-reader.ts";
import { type FileState, readFact } from "./read-facts.ts";

const tailBytes = 64;

export interface SyncReport {
	/** Session files, those of sub-agents included. */
	readonly files: number;
	/** Files that had something new. */
	readonly processed: number;
	/** Requests in new lines. */
	readonly requests: number;
}

/** Takes what is new in the session files of a folder. Yields between parts of some megabytes. */
export async function syncSessions(folder: string, store: StatsStore, signal?: AbortSignal): Promise<SyncReport> {
	const files = listSessionFiles(folder);
	const reader = new LineReader();
	let processed = 0;
	let requests = 0;
	for (const path of files) {
		let count: number | undefined;
		for (const added of readNew({ path, agentType: describeAgent(folder, path) }, store, reader)) {
			count = (count ?? 0) + added;
			await nextTurn();
			signal?.throwIfAborted();
		}
		if (count === undefined) continue;
		processed++;
		requests += count;
	}
	return { files: files.length, processed, requests };
}

/** `<project>/<session>.jsonl` is a session; what lies deeper belongs to one. */
function describeAgent(folder: string, path: string): AgentType {
	if (basename(path).startsWith("__advisor")) return "advisor";
	return relative(folder, path).split(sep).length <= 2 ? "main" : "subagent";
}

function listSessionFiles(folder: string): string[] {
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

interface SessionFile {
	readonly path: string;
	readonly agentType: AgentType;
}

/** How many requests each part added; nothing for a file that has nothing new or cannot be read. */
function* readNew({ path, agentType }: SessionFile, store: StatsStore, reader: LineReader): Generator<number> {
	const known = store.position(path);
	let file: number;
	try {
		const stat = statSync(path);
		if (known?.offset === stat.size && known.mtimeMs === stat.mtimeMs) return;
		file = openSync(path, "r");
	} catch {
		// Removed meanwhile, or not ours to read.
		return;
	}
	try {
		const { size, mtimeMs } = fstatSync(file);
		const isContinued = known !== undefined && known.offset <= size && readTail(file, known.offset) === known.tail;
		if (isContinued && known.offset === size) return;
		const from = isContinued ? known.offset : 0;
		const state: FileState = {
			folder: isContinued ? known.folder : "",
			lastUser: isContinued ? known.lastUser : "",
			agentType,
		};
		for (const { lines, end } of reader.read(file, from, size)) {
			const facts = lines.flatMap(({ bytes, start }) => readFact(bytes, start, state) ?? []);
			store.add(path, facts, describePosition(file, end, end === size ? mtimeMs : 0, state));
			yield facts.filter(({ kind }: LogFact) => kind === "request").length;
		}
	} finally {
		closeSync(file);
	}
}

function describePosition(
	file: number,
	offset: number,
	mtimeMs: number,
	{ folder, lastUser }: FileState,
): ReadPosition {
	return { offset, tail: readTail(file, offset), mtimeMs, folder, lastUser };
}

function readTail(file: number, offset: number): string {
	const length = Math.min(tailBytes, offset);
	const bytes = Buffer.alloc(length);
	readSync(file, bytes, 0, length, offset - length);
	return bytes.toString("base64");
}

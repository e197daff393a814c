import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { basename, relative, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { AgentType, LogFact, ReadPosition } from "../store/rows.ts";
import type { StatsStore } from "../store/stats-store.ts";
import { LineReader } from "./line-reader.ts";
import { listSessionFiles } from "./list-session-files.ts";
import { type FileState, readFact } from "./read-facts.ts";

const tailBytes = 64;

export interface SyncReport {
	/** Session files, those of sub-agents included. */
	readonly files: number;
	/** Files that had something new. */
	readonly processed: number;
	/** Requests in new lines. */
	readonly requests: number;
	/** Folders and files that cannot be read, with the reason. */
	readonly problems?: readonly string[];
}

/** Takes what is new in the session files of a folder. Yields between parts of some megabytes. */
export async function syncSessions(folder: string, store: StatsStore, signal?: AbortSignal): Promise<SyncReport> {
	const { paths, problems: unread } = listSessionFiles(folder);
	const problems = [...unread];
	const reader = new LineReader();
	let processed = 0;
	let requests = 0;
	for (const path of paths) {
		let count: number | undefined;
		const file = { path, agentType: describeAgent(folder, path) };
		for (const added of readNew(file, { store, reader, problems })) {
			count = (count ?? 0) + added;
			await nextTurn();
			signal?.throwIfAborted();
		}
		if (count === undefined) continue;
		processed++;
		requests += count;
	}
	return { files: paths.length, processed, requests, ...(problems.length > 0 && { problems }) };
}

/** `<project>/<session>.jsonl` is a session; what lies deeper belongs to one. */
function describeAgent(folder: string, path: string): AgentType {
	if (basename(path).startsWith("__advisor")) return "advisor";
	return relative(folder, path).split(sep).length <= 2 ? "main" : "subagent";
}

interface SessionFile {
	readonly path: string;
	readonly agentType: AgentType;
}

/** How many requests each part added; nothing for a file that has nothing new or cannot be read. */
function* readNew(
	{ path, agentType }: SessionFile,
	{ store, reader, problems }: { store: StatsStore; reader: LineReader; problems: string[] },
): Generator<number> {
	const known = store.position(path);
	let file: number;
	try {
		const stat = statSync(path);
		if (known?.offset === stat.size && known.mtimeMs === stat.mtimeMs) return;
		file = openSync(path, "r");
	} catch (error) {
		// Removed meanwhile, or not ours to read.
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") problems.push(`${path}: ${errorMessage(error)}`);
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

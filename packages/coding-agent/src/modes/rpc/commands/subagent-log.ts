import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { isEntry, isHeader, type SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";

export interface SubagentLogPart {
	readonly sessionFile: string;
	readonly fromByte: number;
	/** Where the next part begins. */
	readonly nextByte: number;
	/** The file had become shorter, so this begins at its beginning again. */
	readonly reset: boolean;
	readonly entries: readonly SessionEntry[];
	readonly messages: readonly SessionMessage[];
}

/** What a sub-agent has written since a certain byte; only logs in this session's own folder can be read. */
export function readSubagentLog(
	log: Pick<SessionLog, "artifactsDirectory">,
	request: {
		readonly subagentId?: string | undefined;
		readonly sessionFile?: string | undefined;
		readonly fromByte: number;
	},
): SubagentLogPart | undefined {
	const folder = log.artifactsDirectory;
	if (folder === undefined) return undefined;
	const sessionFile = resolve(folder, request.sessionFile ?? logPath(request.subagentId ?? "", folder));
	if (!sessionFile.startsWith(folder + sep)) return undefined;
	const size = statSync(sessionFile, { throwIfNoEntry: false })?.size;
	if (size === undefined) return undefined;
	const reset = request.fromByte > size;
	const fromByte = reset ? 0 : request.fromByte;
	const text = readFrom(sessionFile, fromByte, size);
	// A line that is still being written is for the next time.
	const whole = text.subarray(0, text.lastIndexOf(10) + 1);
	const entries = whole.toString("utf8").split("\n").flatMap(parseEntry);
	return {
		sessionFile,
		fromByte,
		nextByte: fromByte + whole.length,
		reset,
		entries,
		messages: entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : [])),
	};
}

/** The log of `A.B` is in the folder of `A`, unless the dot is part of its name. */
function logPath(id: string, folder: string): string {
	const file = `${id}.jsonl`;
	const parts = id.split(".");
	if (parts.length === 1 || existsSync(resolve(folder, file))) return file;
	return join(...parts.slice(1).map((_, index) => parts.slice(0, index + 1).join(".")), file);
}

function readFrom(path: string, start: number, end: number): Buffer {
	const file = openSync(path, "r");
	try {
		const bytes = Buffer.alloc(end - start);
		return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
	} finally {
		closeSync(file);
	}
}

function parseEntry(line: string): SessionEntry[] {
	try {
		const value: unknown = JSON.parse(line);
		return isEntry(value) && !isHeader(value) ? [value] : [];
	} catch {
		// Blank, or damaged: the rest is still worth having.
		return [];
	}
}

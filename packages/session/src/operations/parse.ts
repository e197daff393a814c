import type { Host } from "@oh-my-pi/pi-utils/host";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { type FileEntry, isEntry, isHeader, isTitleSlot, type SessionHeader, type TitleSlot } from "../entry/entry.ts";
import { newEntryId } from "../entry/entry-id.ts";
import { type Migrated, migrate, type OldLine } from "../entry/migrate.ts";
import { type Problem, ProblemList } from "../entry/problem.ts";
import { foldTitle } from "../entry/title.ts";
import { scanLines } from "../scan/scan-lines.ts";
import type { FileReader, Storage } from "../storage/storage.ts";

export interface ParsedSession extends Migrated {
	readonly problems: readonly Problem[];
}

/** Header and entries of a session text, migrated to the current version; empty if it is no session. */
export function parseSessionEntries(text: string, host: Pick<Host, "newId">): FileEntry[] {
	return asList(parseWholeLog(bytesReader(Buffer.from(text)), host));
}

/** The same for a file; a missing one is empty. */
export function loadEntriesFromFile(storage: Storage, path: string, host: Pick<Host, "newId">): FileEntry[] {
	const reader = storage.openReader(path);
	if (!reader) return [];
	try {
		return asList(parseWholeLog(reader, host));
	} finally {
		reader.close();
	}
}

/** Parses every line: for old versions, which are rewritten as a whole, and for callers that want everything. */
export function parseWholeLog(reader: FileReader, host: Pick<Host, "newId">): ParsedSession | undefined {
	const problems = new ProblemList();
	let header: SessionHeader | undefined;
	let slot: TitleSlot | undefined;
	const lines: OldLine[] = [];
	for (const { bytes, lineNumber } of scanLines(reader)) {
		const text = bytes.toString("utf8").trim();
		if (text === "") continue;
		const value = parseObject(text);
		if (!header && !slot && isTitleSlot(value)) slot = value;
		else if (!header && isHeader(value)) header = value;
		else if (!header && value) return undefined;
		else if (header) lines.push(isUsable(value, header) ? value : undefined);
		if (!isUsable(value, header)) {
			problems.add({
				kind: "bad-line",
				lineNumber,
				message: `Line ${lineNumber} is not a valid entry and was skipped`,
			});
		}
	}
	if (!header) return undefined;
	const migrated = migrate(foldTitle(header, slot), lines, (isTaken) => newEntryId(host, isTaken));
	return { ...migrated, problems: problems.all };
}

function asList(session: ParsedSession | undefined): FileEntry[] {
	return session ? [session.header, ...session.entries] : [];
}

// Entries of version 1 have no ids yet.
function isUsable(value: OldLine, header: SessionHeader | undefined): boolean {
	if (!value || typeof value.type !== "string") return false;
	return isEntry(value) || isHeader(value) || isTitleSlot(value) || (header !== undefined && (header.version ?? 1) < 2);
}

function parseObject(text: string): OldLine {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		// Reported by the caller.
		return undefined;
	}
}

/** A file reader over bytes in memory. */
export function bytesReader(bytes: Buffer): FileReader {
	return {
		identity: "bytes",
		size: () => bytes.length,
		read: (target, position) => bytes.copy(target, 0, position, position + target.length),
		close: () => {},
	};
}

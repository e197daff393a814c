import {
	CURRENT_SESSION_VERSION,
	isHeader,
	isTitleSlot,
	type SessionEntry,
	type SessionHeader,
} from "../entry/entry.ts";
import { parseEntry } from "../entry/envelope.ts";
import { versionOf } from "../entry/migrate.ts";
import type { SessionEnvironment } from "../log/session-environment.ts";
import { headerLine } from "../log/session-file.ts";
import { salvageLine } from "../scan/salvage.ts";
import { scanLines } from "../scan/scan-lines.ts";
import { asideName, sessionStem } from "../storage/file-name.ts";
import type { LockHolder } from "../storage/lock.ts";
import type { FileReader } from "../storage/storage.ts";

export type RepairResult =
	| { readonly kind: "missing" }
	| { readonly kind: "in-use"; readonly holder: LockHolder }
	/** Nothing to do: every line is intact, or opening will migrate the file. */
	| { readonly kind: "sound" }
	| { readonly kind: "repaired"; readonly backup: string; readonly keptEntries: number; readonly droppedLines: number };

/** Rewrites a damaged session with its intact entries, reconnected; the damaged file is kept beside it. */
export function repairSession(environment: SessionEnvironment, file: string): RepairResult {
	const { storage } = environment;
	const reader = storage.stat(file)?.isFile ? storage.openReader(file) : undefined;
	if (!reader) return { kind: "missing" };
	const claim = storage.lock(file);
	try {
		if (claim.kind === "held") return { kind: "in-use", holder: claim.holder };
		const found = collect(reader);
		const isOtherVersion = found.header !== undefined && versionOf(found.header) !== CURRENT_SESSION_VERSION;
		if (isOtherVersion || (found.header && found.droppedLines === 0 && found.reconnected === 0))
			return { kind: "sound" };
		const backup = asideName(file, new Date(environment.host.now()).toISOString(), "backup");
		storage.copy(file, backup);
		const staged = storage.stage(file);
		staged.append(Buffer.from(headerLine(found.header ?? inventedHeader(environment, file))));
		for (const line of found.lines) staged.append(line);
		staged.commit();
		return { kind: "repaired", backup, keptEntries: found.lines.length, droppedLines: found.droppedLines };
	} finally {
		reader.close();
		if (claim.kind === "locked") claim.lock.release();
	}
}

interface Found {
	header: SessionHeader | undefined;
	lines: Buffer[];
	droppedLines: number;
	reconnected: number;
}

function collect(reader: FileReader): Found {
	const found: Found = { header: undefined, lines: [], droppedLines: 0, reconnected: 0 };
	/** For each lost entry, the entry that replaces it as a parent. */
	const standIns = new Map<string, string | null>();
	const ids = new Set<string>();
	let previousId: string | null = null;
	for (const { bytes, tooLong } of scanLines(reader)) {
		const text = bytes.toString("utf8").trim();
		if (text === "" && !tooLong) continue;
		const value = parseValue(text);
		if (!found.header && isHeader(value)) {
			found.header = value;
			continue;
		}
		if (isTitleSlot(value)) continue;
		const pieces = parseEntry(bytes) ? [{ offset: 0, length: bytes.length, damaged: false }] : salvageLine(bytes);
		if (pieces.length !== 1 || pieces[0]?.damaged || pieces[0]?.length !== bytes.length) found.droppedLines++;
		for (const piece of pieces) {
			if (piece.damaged) {
				if ("envelope" in piece) standIns.set(piece.envelope.id, piece.envelope.parentId);
				continue;
			}
			const line = Buffer.from(bytes.subarray(piece.offset, piece.offset + piece.length));
			const entry = parseEntry(line);
			if (!entry) continue;
			const parentId = soundParent(entry, ids, standIns, previousId);
			if (parentId !== (entry.parentId ?? null)) found.reconnected++;
			found.lines.push(parentId === (entry.parentId ?? null) ? withNewline(line) : reconnected(entry, parentId));
			ids.add(entry.id);
			previousId = entry.id;
		}
	}
	return found;
}

/** A lost line was most likely next in the chain, so its children are attached to the entry before. */
function soundParent(
	entry: SessionEntry,
	ids: ReadonlySet<string>,
	standIns: ReadonlyMap<string, string | null>,
	previousId: string | null,
): string | null {
	let parentId = entry.parentId ?? null;
	for (let hops = 0; parentId !== null && !ids.has(parentId) && hops <= standIns.size; hops++) {
		parentId = standIns.get(parentId) ?? previousId;
	}
	return parentId !== null && ids.has(parentId) ? parentId : entry.parentId === null ? null : previousId;
}

function reconnected(entry: SessionEntry, parentId: string | null): Buffer {
	return Buffer.from(`${JSON.stringify({ ...entry, parentId })}\n`);
}

function withNewline(line: Buffer): Buffer {
	return Buffer.concat([line, Buffer.from("\n")]);
}

/** Derives the header from time and id in the file name. */
function inventedHeader({ host }: SessionEnvironment, file: string): SessionHeader {
	const stem = sessionStem(file);
	const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)_(.+)$/.exec(stem);
	return {
		type: "session",
		version: CURRENT_SESSION_VERSION,
		id: match?.[5] ?? host.newId(),
		timestamp: match ? `${match[1]}:${match[2]}:${match[3]}.${match[4]}` : new Date(host.now()).toISOString(),
		cwd: host.cwd,
	};
}

function parseValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The caller tries to salvage the line.
		return undefined;
	}
}

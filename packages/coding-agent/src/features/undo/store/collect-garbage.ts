import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { withMergeLock } from "../../../agents/isolation/merge/merge-lock.ts";
import { isRunning } from "../../../process/running-process.ts";
import type { CollectGarbage } from "../contract/undo-engine.ts";
import { keptBy } from "../known/known-files.ts";
import { loadKnownFiles } from "../known/known-files-dump.ts";
import { contentsFolder, unusedAfterMs } from "./content-store.ts";
import { firstLookPath, sessionFolder } from "./session-folder.ts";
import { readOwner } from "./session-owner.ts";

const refPattern = /s:[0-9a-f]{64}/g;
const refLength = 66;
const blockBytes = 1024 * 1024;

/** Sessions in use, and contents written in the last hour, are never removed. */
export const collectGarbage: CollectGarbage = async (base, { maxBytes, now, keep = [] }) => {
	if (!existsSync(base)) return { bytes: 0, removedSessions: [] };
	return withMergeLock(base, async () => {
		const contents = new Contents(base, now);
		const kept = new Set(keep.map((id) => sessionFolder(base, id)));
		const sessions = listSessions(base);
		let bytes = contents.bytes + sessions.reduce((sum, session) => sum + session.bytes, 0);
		const removedSessions: string[] = [];
		if (bytes <= maxBytes) return { bytes, removedSessions };
		// How many sessions name a content.
		const uses = new Map<string, number>();
		for (const { folder } of sessions) for (const ref of readRefs(folder)) uses.set(ref, (uses.get(ref) ?? 0) + 1);
		bytes -= contents.removeUnused(uses);
		for (const { folder, bytes: own, name } of sessions) {
			if (bytes <= maxBytes) break;
			if (kept.has(folder) || isInUse(folder)) continue;
			for (const ref of readRefs(folder)) uses.set(ref, (uses.get(ref) ?? 1) - 1);
			rmSync(folder, { recursive: true, force: true });
			removedSessions.push(name);
			bytes -= own + contents.removeUnused(uses);
		}
		return { bytes, removedSessions };
	});
};

interface StoredSession {
	readonly name: string;
	readonly folder: string;
	readonly bytes: number;
	readonly usedMs: number;
}

/** The one that was not used for longest comes first. */
function listSessions(base: string): StoredSession[] {
	const folder = join(base, "sessions");
	return list(folder)
		.map(({ name }) => {
			const path = join(folder, name);
			const usedMs = statSync(join(path, "journal.jsonl"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
			return { name, folder: path, bytes: ownBytes(path), usedMs };
		})
		.sort((a, b) => a.usedMs - b.usedMs);
}

/** Without what is shared with a repository by hard links. */
function ownBytes(folder: string): number {
	let bytes = 0;
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const stats = entry.isFile() ? lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }) : undefined;
		if (stats?.nlink === 1) bytes += stats.size;
	}
	return bytes;
}

function isInUse(folder: string): boolean {
	const owner = readOwner(folder);
	return owner !== undefined && isRunning(owner.pid, owner.started);
}

/** Contents that a session needs. */
function readRefs(folder: string): Set<string> {
	const refs = new Set<string>();
	const journal = join(folder, "journal.jsonl");
	if (existsSync(journal)) {
		const text = readFileSync(journal);
		for (let at = 0; at < text.length; at += blockBytes) {
			// One that is cut off at the end of a block is whole in the overlap.
			for (const [ref] of text.toString("latin1", at, at + blockBytes + refLength).matchAll(refPattern)) refs.add(ref);
		}
	}
	const known = existsSync(firstLookPath(folder)) ? loadKnownFiles(readFileSync(firstLookPath(folder))) : undefined;
	for (let entry = 1; known && entry < known.end; entry++) {
		const ref = known.columns.kept[entry] === keptBy.store ? known.content(entry) : undefined;
		if (ref) refs.add(ref);
	}
	return refs;
}

/** The files of all contents. */
class Contents {
	readonly #base: string;
	readonly #before: number;
	readonly bytes: number;

	constructor(base: string, now: number) {
		this.#base = base;
		this.#before = now - unusedAfterMs;
		let bytes = 0;
		for (const { path } of this.#files()) bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
		this.bytes = bytes;
	}

	/** Gives the bytes of what was removed. */
	removeUnused(uses: ReadonlyMap<string, number>): number {
		let bytes = 0;
		for (const { path, ref } of this.#files()) {
			if ((uses.get(ref) ?? 0) > 0) continue;
			const stats = lstatSync(path, { throwIfNoEntry: false });
			if (!stats || stats.mtimeMs > this.#before) continue;
			rmSync(path, { force: true });
			bytes += stats.size;
		}
		return bytes;
	}

	*#files(): Generator<{ readonly path: string; readonly ref: string }> {
		const folder = contentsFolder(this.#base);
		for (const { name } of list(folder)) {
			const path = join(folder, name);
			// Not yet renamed to its hash.
			if (name.startsWith("new-")) yield { path, ref: "" };
			else for (const file of list(path)) yield { path: join(path, file.name), ref: `s:${name}${file.name}` };
		}
	}
}

function list(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		// None yet.
		return [];
	}
}

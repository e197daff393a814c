import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { SessionHeader } from "../entry/entry.ts";
import type { SessionEnvironment } from "../log/session-environment.ts";
import { headerLine } from "../log/session-file.ts";
import type { SessionLog } from "../log/session-log.ts";
import { artifactsDirectoryOf, isSessionFileName } from "../storage/file-name.ts";
import type { Lock } from "../storage/lock.ts";
import { readSession } from "./open-session.ts";

/** A session that went on in another folder because its disk was full. */
export interface RescuedSession {
	/** Where it went on. */
	readonly rescued: string;
	/** Its own file. */
	readonly original: string;
	/** Why it is still in the other folder; absent when its file has everything again. */
	readonly problem?: string;
}

/** Puts what was said in the rescue folder back into the files of the sessions, where that is possible now. */
export function takeBackRescued(environment: SessionEnvironment, folder: string): readonly RescuedSession[] {
	const { storage } = environment;
	if (!isOwn(folder, "folder")) return [];
	return storage.list(folder).flatMap((name): RescuedSession[] => {
		const rescued = join(folder, name);
		if (!isSessionFileName(name) || !isOwn(rescued, "file")) return [];
		const source = readSession(environment, rescued);
		const original = source?.header.previousSessionFiles?.at(-1);
		try {
			if (!source || original === undefined || basename(original) !== name) return [];
			const problem = mergeUnderLock(environment, source, rescued, original);
			return [{ rescued, original, ...(problem !== undefined && { problem }) }];
		} finally {
			void source?.close();
		}
	});
}

/** The folder is where everybody may write: what others have put there is left alone. */
function isOwn(path: string, kind: "folder" | "file"): boolean {
	const facts = lstatSync(path, { throwIfNoEntry: false });
	if (!facts || !(kind === "folder" ? facts.isDirectory() : facts.isFile())) return false;
	return process.getuid === undefined || facts.uid === process.getuid();
}

function mergeUnderLock(
	environment: SessionEnvironment,
	source: SessionLog,
	rescued: string,
	original: string,
): string | undefined {
	const { storage } = environment;
	const locks: Lock[] = [];
	try {
		for (const path of [rescued, original]) {
			const claim = storage.lock(path);
			if (claim.kind === "held") return `it is in use by process ${claim.holder.pid}`;
			if (claim.kind === "locked") locks.push(claim.lock);
		}
		merge(environment, source, rescued, original);
		storage.deleteSessionWithArtifacts(rescued);
		return undefined;
	} catch (error) {
		return errorMessage(error);
	} finally {
		for (const lock of locks) lock.release();
	}
}

/** All entries of both files. The branch of the newer one comes last, and so goes on. */
function merge(environment: SessionEnvironment, source: SessionLog, rescued: string, original: string): void {
	const { storage } = environment;
	const other = readSession(environment, original);
	try {
		const isNewer = (storage.stat(rescued)?.mtimeMs ?? 0) >= (storage.stat(original)?.mtimeMs ?? 0);
		const [older, newer] = isNewer ? [other, source] : [source, other];
		const known = new Set<string>();
		const staged = storage.stage(original);
		try {
			staged.append(Buffer.from(headerLine(headerAtHome(source.header, original))));
			for (const line of [...(older?.lines() ?? []), ...(newer?.lines() ?? [])]) {
				const id = parseId(line);
				if (id === undefined || known.has(id)) continue;
				known.add(id);
				staged.append(line);
			}
			const folder = artifactsDirectoryOf(rescued);
			if (storage.exists(folder)) storage.copyDirectory(folder, artifactsDirectoryOf(original));
			staged.commit();
		} catch (error) {
			staged.discard();
			throw error;
		}
	} finally {
		void other?.close();
	}
}

function headerAtHome(header: SessionHeader, original: string): SessionHeader {
	const { previousSessionFiles = [], ...rest } = header;
	const others = previousSessionFiles.filter((file) => file !== original);
	return others.length > 0 ? { ...rest, previousSessionFiles: others } : rest;
}

function parseId(line: Uint8Array): string | undefined {
	const text = Buffer.from(line).toString("utf8");
	try {
		const entry: unknown = JSON.parse(text);
		if (typeof entry !== "object" || entry === null || !("id" in entry)) return undefined;
		return typeof entry.id === "string" ? entry.id : undefined;
	} catch {
		// A damaged line has nothing that could be read.
		return undefined;
	}
}

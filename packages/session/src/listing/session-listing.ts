import { existsSync } from "node:fs";
import { join } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { cleanSessionName } from "../entry/title.ts";
import { type SessionEnvironment, sessionDirectory } from "../log/session-environment.ts";
import { artifactsDirectoryOf, canonicalPath, isSessionFileName, sessionsRoot } from "../storage/file-name.ts";
import { backupName } from "../storage/replace-file.ts";
import type { Storage } from "../storage/storage.ts";
import { migrateOldFolders } from "./old-folders.ts";
import { allMessagesText, type SessionSummary, summarize } from "./summary.ts";

const HEAD_BYTES = 4 << 10;
const TAIL_BYTES = 32 << 10;

export interface SessionInfo extends SessionSummary {
	readonly path: string;
	/** Milliseconds since the epoch. */
	readonly modified: number;
	readonly size: number;
	/** For searching; read on first access. */
	readonly allMessagesText: string;
}

export interface RecentSession {
	readonly path: string;
	readonly name: string;
	readonly timeAgo: string;
}

interface CachedInfo {
	readonly modified: number;
	readonly size: number;
	/** Absent for a file that is no session. */
	readonly info: SessionInfo | undefined;
}

/** Lists sessions and caches the summaries of unchanged files. */
export class SessionListing {
	readonly #known = new Map<string, CachedInfo>();
	#hasMigratedFolders = false;

	constructor(private readonly environment: SessionEnvironment) {}

	/** Sessions of one working directory, or of an explicit folder; last modified first. */
	list(cwd: string, directory: string | undefined = this.environment.sessionDir): SessionInfo[] {
		if (directory !== undefined) return this.#inDirectory(directory).sort(byModified);
		this.#migrateFolders();
		const sessions = this.#inDirectory(sessionDirectory(this.environment, cwd));
		return sessions.filter(isOfDirectory(cwd)).sort(byModified);
	}

	/** Sessions of all working directories, or of the explicit folder if there is one. */
	listAll(): SessionInfo[] {
		const { sessionDir, agentDir, storage } = this.environment;
		if (sessionDir !== undefined) return this.list("", sessionDir);
		const root = sessionsRoot(agentDir);
		this.#migrateFolders();
		return storage
			.list(root)
			.flatMap((name) => this.#inDirectory(join(root, name)))
			.sort(byModified);
	}

	/** The newest sessions of a folder, for the start screen. */
	recent(directory: string, limit = 4): RecentSession[] {
		const { storage, host } = this.environment;
		const newest = filesIn(storage, directory).sort((a, b) => b.modified - a.modified);
		const found: RecentSession[] = [];
		for (const { path, modified } of newest) {
			if (found.length >= limit) break;
			const slices = storage.readSlices(path, HEAD_BYTES, 0);
			const summary = slices && summarize(slices);
			if (summary) found.push({ path, name: sessionTitle(summary, modified), timeAgo: timeAgo(modified, host.now()) });
		}
		return found;
	}

	/** The session of a working directory that was modified last; one that nothing was said in only if there is no other. */
	newest(cwd: string): SessionInfo | undefined {
		const all = this.list(cwd);
		return all.find((info) => !this.#isEmpty(info)) ?? all[0];
	}

	#isEmpty({ path, messageCount, isCountComplete }: SessionInfo): boolean {
		const draft = join(artifactsDirectoryOf(path), "draft.txt");
		return messageCount === 0 && isCountComplete && !this.environment.storage.exists(draft);
	}

	/** Files of a working directory's folder that have content but no readable header, last modified first. */
	unreadable(cwd: string): Array<{ readonly path: string; readonly modified: number }> {
		const { storage, sessionDir } = this.environment;
		return filesIn(storage, sessionDir ?? sessionDirectory(this.environment, cwd))
			.filter(({ path, modified, size }) => size > 0 && !this.#info(path, modified, size))
			.sort((a, b) => b.modified - a.modified);
	}

	#migrateFolders(): void {
		if (!this.#hasMigratedFolders) migrateOldFolders(this.environment);
		this.#hasMigratedFolders = true;
	}

	#inDirectory(directory: string): SessionInfo[] {
		const { storage } = this.environment;
		restoreOrphanedBackups(storage, directory);
		return filesIn(storage, directory).flatMap(({ path, modified, size }) => this.#info(path, modified, size) ?? []);
	}

	#info(path: string, modified: number, size: number): SessionInfo | undefined {
		const known = this.#known.get(path);
		if (known?.modified === modified && known.size === size) return known.info;
		const info = readInfo(this.environment.storage, path, modified);
		this.#known.set(path, { modified, size, info });
		return info;
	}
}

/** The name of a session in a list. */
export function sessionTitle(session: Pick<SessionInfo, "title" | "firstMessage">, modified: number): string {
	const name = cleanSessionName(session.title ?? "") || cleanSessionName(session.firstMessage);
	return name || `Untitled · ${new Date(modified).toISOString().slice(0, 16).replace("T", " ")}`;
}

function readInfo(storage: Storage, path: string, modified: number): SessionInfo | undefined {
	const slices = storage.readSlices(path, HEAD_BYTES, TAIL_BYTES);
	const summary = slices && summarize(slices);
	if (!slices || !summary) return undefined;
	let text: string | undefined;
	return {
		path,
		modified,
		size: slices.size,
		...summary,
		firstMessage: summary.firstMessage || "(no messages)",
		get allMessagesText() {
			text ??= readMessagesText(storage, path);
			return text;
		},
	};
}

function readMessagesText(storage: Storage, path: string): string {
	const slices = storage.readSlices(path, HEAD_BYTES, TAIL_BYTES);
	return slices ? allMessagesText(slices) : "";
}

/** `a-b` and `a/b` share a folder; a session whose directory is gone could belong to either. */
function isOfDirectory(cwd: string): (info: SessionInfo) => boolean {
	const wanted = canonicalPath(cwd);
	return (info) => info.cwd === cwd || canonicalPath(info.cwd) === wanted || !existsSync(info.cwd);
}

function filesIn(storage: Storage, directory: string): Array<{ path: string; modified: number; size: number }> {
	return storage.list(directory).flatMap((name) => {
		if (!isSessionFileName(name)) return [];
		const path = join(directory, name);
		const stat = storage.stat(path);
		return stat?.isFile ? [{ path, modified: stat.mtimeMs, size: stat.size }] : [];
	});
}

function byModified(a: SessionInfo, b: SessionInfo): number {
	return b.modified - a.modified;
}

const UNITS: ReadonlyArray<readonly [seconds: number, suffix: string]> = [
	[365 * 86_400, "y"],
	[30 * 86_400, "mo"],
	[7 * 86_400, "w"],
	[86_400, "d"],
	[3_600, "h"],
	[60, "m"],
];

/** `just now`, `5m ago`, `3d ago` */
function timeAgo(thenMs: number, nowMs: number): string {
	const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
	const unit = UNITS.find(([size]) => seconds >= size);
	return unit ? `${Math.floor(seconds / unit[0])}${unit[1]} ago` : "just now";
}

const SUFFIX = backupName("");

/** Restores files that were moved aside for a replacement that never completed. */
function restoreOrphanedBackups(storage: Storage, directory: string): void {
	for (const name of storage.list(directory)) {
		const original = name.slice(0, -SUFFIX.length);
		if (!name.endsWith(SUFFIX) || !isSessionFileName(original)) continue;
		const path = join(directory, original);
		try {
			if (!storage.exists(path)) storage.rename(join(directory, name), path);
		} catch (error) {
			logIgnored("the next listing tries to restore the backup again", error);
		}
	}
}

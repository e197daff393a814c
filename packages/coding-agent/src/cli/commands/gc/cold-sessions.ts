import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type SessionInfo, SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { archiveRoot } from "./unused-blobs.ts";

export interface ArchiveRules {
	readonly coldAfterDays: number;
	readonly retainNewestGlobal: number;
	readonly retainNewestPerCwd: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Old sessions that are not in use, except the newest overall and per folder. */
export function coldSessions(environment: SessionEnvironment, rules: ArchiveRules): SessionInfo[] {
	const newestFirst = new SessionListing({ ...environment, sessionDir: undefined }).listAll();
	const oldest = environment.host.now() - rules.coldAfterDays * dayMs;
	const seen = new Map<string, number>();
	return newestFirst.filter((session, index) => {
		const rank = seen.get(session.cwd) ?? 0;
		seen.set(session.cwd, rank + 1);
		const isKept = index < rules.retainNewestGlobal || rank < rules.retainNewestPerCwd || session.modified > oldest;
		return !isKept && !isInUse(environment, session.path);
	});
}

/** Moves a session and its files to the archive; it can still be opened by path. */
export async function archiveSession(environment: SessionEnvironment, file: string): Promise<string | undefined> {
	const claim = environment.storage.lock(file);
	// Opened by another process in the meantime.
	if (claim.kind === "held") return undefined;
	try {
		const folder = join(archiveRoot(environment.agentDir), basename(dirname(file)));
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const target = join(folder, basename(file));
		if (existsSync(target)) return undefined;
		await rename(file, target);
		const artifacts = file.replace(/\.jsonl$/, "");
		if (existsSync(artifacts)) await rename(artifacts, target.replace(/\.jsonl$/, ""));
		return target;
	} finally {
		if (claim.kind === "locked") claim.lock.release();
	}
}

function isInUse({ storage }: SessionEnvironment, file: string): boolean {
	const claim = storage.lock(file);
	if (claim.kind === "locked") claim.lock.release();
	return claim.kind === "held";
}

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type RecentSession, type SessionInfo, SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { isSessionPath, resolveResume } from "@oh-my-pi/pi-session/resume/resume";
import { canonicalPath } from "@oh-my-pi/pi-session/storage/file-name";
import type { Storage } from "@oh-my-pi/pi-session/storage/storage";
import { processHost } from "../../process/process-host.ts";
import { sessionEnvironment } from "./session-storage.ts";

export type { RecentSession, SessionInfo } from "@oh-my-pi/pi-session/listing/session-listing";

/** The newest sessions of a folder of session files, as the start screen lists them. */
export async function getRecentSessions(
	sessionDir: string,
	limit?: number,
	storage?: Storage,
): Promise<RecentSession[]> {
	return new SessionListing(sessionEnvironment(storage)).recent(sessionDir, limit);
}

/** The file of the newest session in a folder of session files; `null` when it has none. */
export async function findMostRecentSession(sessionDir: string, storage?: Storage): Promise<string | null> {
	const [newest] = await getRecentSessions(sessionDir, 1, storage);
	return newest?.path ?? null;
}

export interface ResumableSession {
	readonly session: SessionInfo;
	/** `global`: it belongs to another working directory. */
	readonly scope: "local" | "global";
}

/** The session that `omp --resume <value>` finds: by the start of its id or file name, or by path. */
export async function resolveResumableSession(
	value: string,
	cwd: string = processHost().cwd,
	sessionDir?: string,
	storage?: Storage,
): Promise<ResumableSession | undefined> {
	const environment = { ...sessionEnvironment(storage), sessionDir };
	const listing = new SessionListing(environment);
	const here = listing.list(cwd);
	const everywhere = sessionDir === undefined ? () => listing.listAll() : undefined;
	const decision = resolveResume({
		value,
		cwd,
		here,
		everywhere,
		fileExists: (path) => environment.storage.exists(path),
		directoryExists: existsSync,
		canAsk: true,
	});
	if (!("path" in decision)) return undefined;
	const isFound = ({ path }: SessionInfo) => canonicalPath(path) === canonicalPath(decision.path);
	const local = here.find(isFound);
	if (local) return { session: local, scope: "local" };
	const others = isSessionPath(value) ? listing.list(cwd, resolve(decision.path, "..")) : everywhere?.();
	const session = others?.find(isFound);
	return session && { session, scope: "global" };
}

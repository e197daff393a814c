import {
	type SessionManager as BoundSessionManager,
	type sessionManagers as bindManagers,
	sessionManagers,
} from "@oh-my-pi/pi-session/operations/session-manager";
import type { Storage } from "@oh-my-pi/pi-session/storage/storage";
import { sessionEnvironment } from "./session-storage.ts";

type Managers = ReturnType<typeof bindManagers>;

/** Sessions in the user's agent folder, or in a storage of the program. */
function managers(storage?: Storage): Managers {
	return sessionManagers(sessionEnvironment(storage));
}

/** A session on disk or in memory, with factory functions. */
export type SessionManager = BoundSessionManager;

export const SessionManager = {
	create: (cwd?: string, sessionDir?: string, storage?: Storage): SessionManager =>
		managers(storage).create(cwd, sessionDir),
	open: (path: string, sessionDir?: string, storage?: Storage): Promise<SessionManager> =>
		managers(storage).open(path, sessionDir),
	continueRecent: (cwd?: string, sessionDir?: string, storage?: Storage): Promise<SessionManager> =>
		managers(storage).continueRecent(cwd, sessionDir),
	forkFrom: (path: string, cwd?: string, sessionDir?: string, storage?: Storage): Promise<SessionManager> =>
		managers(storage).forkFrom(path, cwd, sessionDir),
	inMemory: (cwd?: string): SessionManager => managers().inMemory(cwd),
	list: (cwd?: string, sessionDir?: string, storage?: Storage): ReturnType<Managers["list"]> =>
		managers(storage).list(cwd, sessionDir),
	listAll: (storage?: Storage): ReturnType<Managers["listAll"]> => managers(storage).listAll(),
	getDefaultSessionDir: (cwd: string, agentDir?: string): string => managers().getDefaultSessionDir(cwd, agentDir),
};

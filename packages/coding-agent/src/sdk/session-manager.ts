import { fileEnvironment } from "@oh-my-pi/pi-session/session-environment";
import {
	type SessionManager as BoundSessionManager,
	type sessionManagers as bindManagers,
	sessionManagers,
} from "@oh-my-pi/pi-session/session-manager";
import { resolveDirectories } from "../process/directories.ts";
import { processHost } from "../process/process-host.ts";

type Managers = ReturnType<typeof bindManagers>;

/** Sessions in the user's agent folder. */
function managers(): Managers {
	const host = processHost();
	return sessionManagers(fileEnvironment(host, resolveDirectories(host).agent));
}

/** A session on disk or in memory, with factory functions. */
export type SessionManager = BoundSessionManager;

export const SessionManager: Managers = {
	create: (...given) => managers().create(...given),
	open: (...given) => managers().open(...given),
	continueRecent: (...given) => managers().continueRecent(...given),
	forkFrom: (...given) => managers().forkFrom(...given),
	inMemory: (...given) => managers().inMemory(...given),
	list: (...given) => managers().list(...given),
	listAll: () => managers().listAll(),
	getDefaultSessionDir: (...given) => managers().getDefaultSessionDir(...given),
};

import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { openSession } from "@oh-my-pi/pi-session/operations/open-session";
import { Breadcrumbs } from "@oh-my-pi/pi-session/resume/breadcrumbs";

/** Deletes a session that is not open: log, artifacts and breadcrumbs. */
export async function deleteStoredSession(environment: SessionEnvironment, file: string): Promise<void> {
	await opened(environment, file).drop();
	new Breadcrumbs(environment.storage, environment.agentDir).forget(file);
}

/** Renames a session that is not open. */
export async function renameStoredSession(environment: SessionEnvironment, file: string, name: string): Promise<void> {
	await using log = opened(environment, file);
	await log.setName(name);
}

function opened(environment: SessionEnvironment, file: string): SessionLog {
	const found = openSession(environment, file);
	switch (found.kind) {
		case "opened":
			return found.log;
		case "in-use":
			throw new Error(`The session is in use by process ${found.holder.pid}`);
		case "unreadable":
			throw new Error(`Not a session file: ${file}`);
	}
}

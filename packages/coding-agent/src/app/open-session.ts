import { resolve } from "node:path";
import { createSession, inMemorySession } from "@oh-my-pi/pi-session/create-session";
import { openSession } from "@oh-my-pi/pi-session/open-session";
import { fileEnvironment } from "@oh-my-pi/pi-session/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { CliError } from "../cli/usage-error.ts";

export interface SessionChoice {
	readonly noSession: boolean;
	readonly continue: boolean;
	readonly resume?: string | true;
	readonly sessionDir?: string;
}

/** The session the command line asks for: a new one, the last one, or a certain one. */
export async function openChosenSession(host: Host, agentDir: string, choice: SessionChoice): Promise<SessionLog> {
	const sessionDir = choice.sessionDir ?? host.env.PI_CODING_AGENT_SESSION_DIR;
	const environment = fileEnvironment(host, agentDir, sessionDir ? { sessionDir: resolve(host.cwd, sessionDir) } : {});
	if (choice.noSession) return inMemorySession(environment, { cwd: host.cwd });
	if (!choice.continue && choice.resume === undefined) return createSession(environment, { cwd: host.cwd });
	const { findSession } = await import("./find-session.ts");
	const file = await findSession(environment, choice);
	if (file === undefined) return createSession(environment, { cwd: host.cwd });
	const opened = openSession(environment, file);
	switch (opened.kind) {
		case "opened":
			return opened.log;
		case "in-use":
			throw new CliError(
				`The session is in use by process ${opened.holder.pid}: ${file}\nEnd that omp first, or start a new session without --continue.`,
			);
		case "unreadable":
			throw new CliError(`Not a session file, so it was left alone: ${file}`);
	}
}

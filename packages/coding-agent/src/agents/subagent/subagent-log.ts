import { join } from "node:path";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { createSession, inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";

/** The log of a sub-agent: `<id>.jsonl` in the folder of its parent's session; in memory where that is. */
export function createSubagentLog(parent: SessionLog, id: string, cwd: string): SessionLog {
	const { environment, artifactsDirectory } = parent;
	if (artifactsDirectory === undefined) return inMemorySession(environment, { cwd, parentSession: parent.id });
	return createSession(environment, { cwd, parentSession: parent.id, file: join(artifactsDirectory, `${id}.jsonl`) });
}

/** Where the output of an agent with this log is. */
export function outputPathOf(sessionFile: string): string {
	return sessionFile.replace(/\.jsonl$/, ".md");
}

import { resolve } from "node:path";
import { forkSessionFile, moveSession } from "@oh-my-pi/pi-session/copy-session";
import { createSession, inMemorySession } from "@oh-my-pi/pi-session/create-session";
import { openSession } from "@oh-my-pi/pi-session/open-session";
import type { ResumeDecision } from "@oh-my-pi/pi-session/resume";
import { fileEnvironment, type SessionEnvironment } from "@oh-my-pi/pi-session/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { CliError } from "../cli/usage-error.ts";

export interface SessionChoice {
	readonly noSession: boolean;
	readonly continue: boolean;
	readonly resume?: string | true;
	readonly sessionDir?: string;
}

/** Asks a yes-or-no question; absent where nobody is there to answer. */
export type Confirm = (question: string) => Promise<boolean>;

/** The session the command line asks for: a new one, the last one, or a certain one. */
export async function openChosenSession(
	host: Host,
	agentDir: string,
	choice: SessionChoice,
	ports: { confirm?: Confirm; onProblem?: SessionEnvironment["onProblem"] } = {},
): Promise<SessionLog> {
	const { confirm, onProblem } = ports;
	const sessionDir = choice.sessionDir ?? host.env.PI_CODING_AGENT_SESSION_DIR;
	const environment = fileEnvironment(host, agentDir, {
		...(sessionDir && { sessionDir: resolve(host.cwd, sessionDir) }),
		...(onProblem && { onProblem }),
	});
	if (choice.noSession) return inMemorySession(environment, { cwd: host.cwd });
	if (!choice.continue && choice.resume === undefined) return createSession(environment, { cwd: host.cwd });
	const { decideSession } = await import("./find-session.ts");
	const wish = typeof choice.resume === "string" ? { resume: choice.resume } : {};
	return carryOut(environment, decideSession(environment, wish, confirm !== undefined), confirm);
}

async function carryOut(
	environment: SessionEnvironment,
	decision: ResumeDecision,
	confirm: Confirm = async () => false,
): Promise<SessionLog> {
	const { cwd } = environment.host;
	switch (decision.kind) {
		case "new":
			return createSession(environment, { cwd });
		case "open":
			return open(environment, decision.path);
		case "move":
			return moved(open(environment, decision.path), cwd);
		case "ask-move":
			if (!(await confirm(decision.question))) throw new CliError("Resume cancelled.");
			return moved(open(environment, decision.path), cwd);
		case "ask-fork": {
			if (!(await confirm(decision.question))) throw new CliError(decision.declined);
			const forked = await forkSessionFile(environment, decision.path, cwd);
			if (forked) return forked;
			throw new CliError(`Not a session file, so it was left alone: ${decision.path}`);
		}
		case "cannot-ask":
		case "not-found":
			throw new CliError(decision.message.replace(/^Error: /, ""));
	}
}

async function moved(log: SessionLog, cwd: string): Promise<SessionLog> {
	await moveSession(log, cwd);
	return log;
}

function open(environment: SessionEnvironment, file: string): SessionLog {
	const opened = openSession(environment, file);
	switch (opened.kind) {
		case "opened":
			return opened.log;
		case "in-use":
			throw new CliError(
				`The session is in use by process ${opened.holder.pid}: ${file}\nEnd that omp first, or start without --continue.`,
			);
		case "unreadable":
			throw new CliError(`Not a session file, so it was left alone: ${file}`);
	}
}

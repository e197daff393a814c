import { resolve } from "node:path";
import { fileEnvironment, type SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { forkSessionFile, moveSession } from "@oh-my-pi/pi-session/operations/copy-session";
import { createSession, inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { openSession } from "@oh-my-pi/pi-session/operations/open-session";
import type { ResumeDecision } from "@oh-my-pi/pi-session/resume/resume";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { FoundRescued } from "../conversation/session/rescued-sessions.ts";
import { CliError } from "../process/usage-error.ts";

export interface SessionChoice {
	readonly noSession?: boolean;
	readonly continue?: boolean;
	readonly resume?: string | true | undefined;
	/** A session to copy and continue. */
	readonly fork?: string | undefined;
	readonly sessionDir?: string | undefined;
	/** A word that follows `--resume` and looks like no session is among them. */
	readonly messages?: readonly string[];
}

/** Asks a yes-or-no question; absent without a terminal. */
export type Confirm = (question: string) => Promise<boolean>;

/** Opens the session of the command line: a new one, the last one, or a named one. */
export async function openChosenSession(
	host: Host,
	agentDir: string,
	choice: SessionChoice,
	ports: {
		confirm?: Confirm | undefined;
		onProblem?: SessionEnvironment["onProblem"];
		warn?: (message: string) => void;
	} = {},
): Promise<SessionLog> {
	const { confirm, onProblem } = ports;
	const environment = choiceEnvironment(host, agentDir, choice, onProblem);
	if (choice.noSession) {
		if (choice.fork !== undefined) throw new CliError("--fork requires session persistence");
		return inMemorySession(environment, { cwd: host.cwd });
	}
	if (choice.fork === undefined && !choice.continue && choice.resume === undefined) {
		return createSession(environment, { cwd: host.cwd });
	}
	const [{ decideSession, skippedText }, { findRescued }] = await Promise.all([
		import("./find-session.ts"),
		import("../conversation/session/rescued-sessions.ts"),
	]);
	const rescued = findRescued(environment);
	for (const text of [...rescued.takenBack, ...rescued.stranded]) ports.warn?.(text);
	// A copy can be made from any folder, so no question is needed.
	if (choice.fork !== undefined)
		return forkSession(environment, atFile(decideSession(environment, { resume: choice.fork }, true), rescued));
	if (choice.resume === true) {
		const [word] = choice.messages ?? [];
		if (word !== undefined && /^\S+$/.test(word)) {
			throw new CliError(
				`Session "${word}" not found: it is not the beginning of an id, nor a path. See omp sessions list`,
			);
		}
		throw new CliError("--resume without a session opens a list, which needs a terminal. Name one: --resume <id>");
	}
	const wish = choice.resume === undefined ? {} : { resume: choice.resume };
	const decision = atFile(decideSession(environment, wish, confirm !== undefined), rescued);
	const skipped = choice.resume === undefined ? skippedText(environment, decision) : undefined;
	for (const text of [skipped, alsoMatchingText(decision)]) if (text !== undefined) ports.warn?.(text);
	return followDecision(environment, decision, confirm);
}

/** In the file where the session went on. */
function atFile(decision: ResumeDecision, { fileOf }: FoundRescued): ResumeDecision {
	return "path" in decision ? { ...decision, path: fileOf(decision.path) } : decision;
}

/** Where sessions are stored. */
export function choiceEnvironment(
	host: Host,
	agentDir: string,
	choice: Pick<SessionChoice, "sessionDir">,
	onProblem?: SessionEnvironment["onProblem"],
): SessionEnvironment {
	const sessionDir = choice.sessionDir ?? host.env.PI_CODING_AGENT_SESSION_DIR;
	return fileEnvironment(host, agentDir, {
		...(sessionDir && { sessionDir: resolve(host.cwd, sessionDir) }),
		...(onProblem && { onProblem }),
	});
}

/** Warns when several sessions match. */
export function alsoMatchingText(decision: ResumeDecision): string | undefined {
	if (!("alsoMatching" in decision) || !decision.alsoMatching?.length) return undefined;
	const lines = [decision.path, ...decision.alsoMatching].map((path) => `  ${path}`);
	return `Several sessions match; the newest is opened:\n${lines.join("\n")}`;
}

async function forkSession(environment: SessionEnvironment, decision: ResumeDecision): Promise<SessionLog> {
	if ("path" in decision) return fork(environment, decision.path);
	throw new CliError("message" in decision ? decision.message.replace(/^Error: /, "") : "There is no session to fork");
}

async function followDecision(
	environment: SessionEnvironment,
	decision: ResumeDecision,
	confirm: Confirm = async () => false,
): Promise<SessionLog> {
	const { cwd } = environment.host;
	switch (decision.kind) {
		case "new":
			return createSession(environment, { cwd });
		case "open":
			return open(environment, decision.path, confirm);
		case "move":
			return moved(await open(environment, decision.path, confirm), cwd);
		case "ask-move":
			if (!(await confirm(decision.question))) throw new CliError("Resume cancelled.");
			return moved(await open(environment, decision.path, confirm), cwd);
		case "ask-fork":
			if (!(await confirm(decision.question))) throw new CliError(decision.declined);
			return fork(environment, decision.path);
		case "cannot-ask":
		case "not-found":
			throw new CliError(decision.message.replace(/^Error: /, ""));
	}
}

async function moved(log: SessionLog, cwd: string): Promise<SessionLog> {
	await moveSession(log, cwd);
	return log;
}

async function open(environment: SessionEnvironment, file: string, confirm: Confirm): Promise<SessionLog> {
	const opened = openSession(environment, file);
	switch (opened.kind) {
		case "opened":
			return opened.log;
		case "in-use": {
			const who = `The session is in use by process ${opened.holder.pid}`;
			if (await confirm(`${who}. Continue in a copy? [y/N]`)) return fork(environment, file);
			throw new CliError(`${who}: ${file}\nExit that omp first, or continue in a copy: omp --fork ${opened.file}`);
		}
		case "unreadable":
			throw new CliError(notASession(file));
	}
}

async function fork(environment: SessionEnvironment, file: string): Promise<SessionLog> {
	const forked = await forkSessionFile(environment, file, environment.host.cwd);
	if (!forked) throw new CliError(notASession(file));
	return forked;
}

function notASession(file: string): string {
	return `Not a session file, left unchanged: ${file}`;
}

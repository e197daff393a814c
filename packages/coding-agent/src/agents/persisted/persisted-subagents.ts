import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { readSession } from "@oh-my-pi/pi-session/operations/open-session";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { Subagent } from "../subagent/subagent.ts";

/** Deeper than agents may be nested. */
const maxDepth = 16;
/** The mark of an aborted agent is near the end of its log. */
const tailBytes = 64 * 1024;

/** The agents whose logs lie in a session's folder, and below it in the folders named after them. */
export function findPersistedSubagents(
	folder: string,
	top: Conversation,
	{ list }: { readonly list: (folder: string) => readonly string[] },
	parentId = top.id,
	depth = 0,
): Subagent[] {
	if (depth > maxDepth) return [];
	const logs = list(folder).filter((name) => name.endsWith(".jsonl") && !name.startsWith("__"));
	return logs.flatMap((name) => {
		const id = name.slice(0, -".jsonl".length);
		const sessionFile = join(folder, name);
		const facts = readFacts(sessionFile);
		if (!facts) return [];
		const identity = { id, parentId, top, agent: facts.agent, description: id, lastActivityMs: facts.modifiedMs };
		const subagent = new Subagent(identity, facts.isAborted ? "aborted" : "parked");
		subagent.sessionFile = sessionFile;
		return [subagent, ...findPersistedSubagents(join(folder, id), top, { list }, id, depth + 1)];
	});
}

interface LogFacts {
	readonly agent: string;
	readonly isAborted: boolean;
	readonly modifiedMs: number;
}

function readFacts(file: string): LogFacts | undefined {
	try {
		const stats = statSync(file);
		if (!stats.isFile()) return undefined;
		const head = readPart(file, 0, Math.min(stats.size, tailBytes));
		const tail = readPart(file, Math.max(0, stats.size - tailBytes), Math.min(stats.size, tailBytes));
		const agent = /"type":"session_init".*?"agent":"([^"]+)"/.exec(head)?.[1] ?? "task";
		return { agent, isAborted: tail.includes('"customType":"agent_aborted"'), modifiedMs: stats.mtimeMs };
	} catch {
		// It vanished, or is closed to us.
		return undefined;
	}
}

function readPart(file: string, from: number, length: number): string {
	const bytes = Buffer.alloc(length);
	const descriptor = openSync(file, "r");
	try {
		const count = readSync(descriptor, bytes, 0, length, from);
		return bytes.subarray(0, count).toString("utf8");
	} finally {
		closeSync(descriptor);
	}
}

/** Counts what agents that are not open have used, one after the other. */
export async function countUsage(subagents: readonly Subagent[], environment: SessionEnvironment): Promise<void> {
	for (const subagent of subagents) {
		const log = subagent.sessionFile === undefined ? undefined : readSession(environment, subagent.sessionFile);
		if (!log) continue;
		try {
			await log.countUsage();
			if (log.knownUsage) subagent.used = log.knownUsage;
		} finally {
			await log.close();
		}
	}
}

/** The messages of an agent, open or not. */
export async function readMessages({ sessionFile, opened, top }: Subagent): Promise<readonly AgentMessage[]> {
	if (opened) return opened.conversation.messages;
	const log = sessionFile === undefined ? undefined : readSession(top.log.environment, sessionFile);
	if (!log) return [];
	try {
		return log.context().messages;
	} finally {
		await log.close();
	}
}

export function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		// There is no folder before the first artifact.
		return [];
	}
}

import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { readSession } from "@oh-my-pi/pi-session/open-session";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/session-environment";
import type { Conversation } from "../../conversation/conversation.ts";
import { outputPathOf } from "../run/child-log.ts";
import type { Member } from "../run/member.ts";

/** Deeper than agents may be nested. */
const maxDepth = 16;
/** The mark of an aborted agent is near the end of its log. */
const tailBytes = 64 * 1024;

/** The agents whose logs lie in a session's folder, and below it in the folders named after them. */
export function earlierMembers(
	folder: string,
	top: Conversation,
	{ list }: { readonly list: (folder: string) => readonly string[] },
	parentId = top.id,
	depth = 0,
): Member[] {
	if (depth > maxDepth) return [];
	const logs = list(folder).filter((name) => name.endsWith(".jsonl") && !name.startsWith("__"));
	return logs.flatMap((name) => {
		const id = name.slice(0, -".jsonl".length);
		const sessionFile = join(folder, name);
		const facts = factsOf(sessionFile);
		if (!facts) return [];
		const member: Member = {
			id,
			parentId,
			top,
			agent: facts.agent,
			sessionFile,
			outputPath: outputPathOf(sessionFile),
			status: facts.isAborted ? "aborted" : "parked",
			opened: undefined,
			output: undefined,
			progress: undefined,
			description: id,
			lastActivityMs: facts.modifiedMs,
			isIsolated: false,
			stop: undefined,
			parkTimer: undefined,
			reviving: undefined,
		};
		return [member, ...earlierMembers(join(folder, id), top, { list }, id, depth + 1)];
	});
}

interface LogFacts {
	readonly agent: string;
	readonly isAborted: boolean;
	readonly modifiedMs: number;
}

function factsOf(file: string): LogFacts | undefined {
	try {
		const stats = statSync(file);
		if (!stats.isFile()) return undefined;
		const head = partOf(file, 0, Math.min(stats.size, tailBytes));
		const tail = partOf(file, Math.max(0, stats.size - tailBytes), Math.min(stats.size, tailBytes));
		const agent = /"type":"session_init".*?"agent":"([^"]+)"/.exec(head)?.[1] ?? "task";
		return { agent, isAborted: tail.includes('"customType":"agent_aborted"'), modifiedMs: stats.mtimeMs };
	} catch {
		// It vanished, or is closed to us.
		return undefined;
	}
}

function partOf(file: string, from: number, length: number): string {
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
export async function countUsage(members: readonly Member[], environment: SessionEnvironment): Promise<void> {
	for (const member of members) {
		const log = member.sessionFile === undefined ? undefined : readSession(environment, member.sessionFile);
		if (!log) continue;
		try {
			await log.countUsage();
			member.used = log.knownUsage;
		} finally {
			await log.close();
		}
	}
}

/** The messages of an agent that is not open. */
export async function memberMessages(
	{ sessionFile, opened }: Member,
	environment: SessionEnvironment,
): Promise<readonly AgentMessage[]> {
	if (opened) return opened.conversation.messages;
	const log = sessionFile === undefined ? undefined : readSession(environment, sessionFile);
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

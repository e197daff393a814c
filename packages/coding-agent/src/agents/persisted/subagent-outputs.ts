import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AgentHistory } from "../../urls/history-url.ts";
import type { AgentOutput } from "../../workbench/contract/agent-host.ts";
import type { Subagent } from "../subagent/subagent.ts";
import { readMessages } from "./persisted-subagents.ts";

/** Parked and aborted agents, which have no conversation. */
export function findClosed(subagents: readonly Subagent[]): AgentHistory[] {
	return subagents
		.filter(({ opened }) => !opened)
		.map((subagent) => ({
			id: subagent.id,
			status: subagent.status,
			kind: "sub",
			parent: subagent.parentId,
			lastActivityMs: subagent.lastActivityMs,
			messages: () => readMessages(subagent),
		}));
}

/** What an agent has handed in; `undefined` when there is nothing yet. */
export async function readOutput(subagents: readonly Subagent[], id: string): Promise<AgentOutput | undefined> {
	const subagent = subagents.find((candidate) => candidate.id === id);
	if (!subagent) return undefined;
	const { outputPath, output } = subagent;
	if (outputPath === undefined) return output === undefined ? undefined : { text: output };
	try {
		return { text: await readFile(outputPath, "utf8"), path: outputPath };
	} catch {
		// It has handed in nothing yet.
		return undefined;
	}
}

/** Ids of agents with an output. */
export function listOutputIds(subagents: readonly Subagent[]): string[] {
	return subagents
		.filter(({ outputPath, output }) => (outputPath === undefined ? output !== undefined : existsSync(outputPath)))
		.map(({ id }) => id)
		.toSorted();
}

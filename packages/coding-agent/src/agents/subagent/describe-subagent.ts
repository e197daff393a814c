import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import type { AgentOverview } from "../../workbench/contract/agent-host.ts";
import type { Subagent } from "./subagent.ts";

/** A sub-agent as a list shows it. */
export function describeSubagent(subagent: Subagent, nowMs: number): AgentOverview {
	const { id, parentId, agent, status, description, lastActivityMs, progress, opened } = subagent;
	const { recentOutput = [], resolvedModel } = progress ?? {};
	const activity = status === "running" ? (subagent.retry ?? subagent.activity ?? recentOutput.at(-1)) : undefined;
	// Also of runs after the first one.
	const used = opened?.conversation.log.knownUsage ?? subagent.used;
	const current = opened?.conversation.model;
	const model = resolvedModel ?? (current && selectorOf(current));
	return {
		id,
		parentId,
		agent,
		status,
		description,
		...(activity !== undefined && { activity }),
		...(model !== undefined && { model }),
		...(progress?.contextTokens !== undefined && { contextTokens: progress.contextTokens }),
		...(progress?.contextWindow !== undefined && { contextWindow: progress.contextWindow }),
		cost: used?.cost ?? progress?.cost ?? 0,
		tokens: used?.totalTokens ?? progress?.tokens ?? 0,
		requests: progress?.requests ?? 0,
		toolCount: progress?.toolCount ?? 0,
		durationMs: (progress?.durationMs ?? 0) + (status === "running" ? Math.max(0, nowMs - lastActivityMs) : 0),
		lastActivityMs,
	};
}

/** Keeps why an agent waits to ask its model again. */
export function followRetries(subagent: Pick<Subagent, "retry">, event: ConversationEvent): void {
	if (event.type === "auto_retry_start") {
		const [reason = ""] = event.errorMessage.split("\n");
		subagent.retry = `Retrying (${event.attempt}/${event.maxAttempts}): ${reason.replace(/ retry-after-ms=\d+/, "")}`;
	} else if (["auto_retry_end", "message_update", "agent_start", "agent_end"].includes(event.type))
		delete subagent.retry;
}

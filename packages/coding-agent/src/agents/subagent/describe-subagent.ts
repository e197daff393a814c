import type { AgentOverview } from "../../workbench/contract/agent-host.ts";
import type { Subagent } from "./subagent.ts";

/** A sub-agent as a list shows it. */
export function describeSubagent(subagent: Subagent, nowMs: number): AgentOverview {
	const { id, parentId, agent, status, description, lastActivityMs, progress, opened } = subagent;
	const { recentOutput = [], resolvedModel } = progress ?? {};
	const activity = status === "running" ? (subagent.activity ?? recentOutput.at(-1)) : undefined;
	// Also of runs after the first one.
	const used = opened?.conversation.log.knownUsage ?? subagent.used;
	const model = resolvedModel ?? opened?.conversation.model?.name;
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

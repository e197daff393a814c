import type { AgentOverview } from "../../workbench/agent-host.ts";
import type { Member } from "./member.ts";

/** A sub-agent as a list shows it. */
export function overviewOf(member: Member, nowMs: number): AgentOverview {
	const { id, parentId, agent, status, description, lastActivityMs, progress, opened } = member;
	const { recentOutput = [], resolvedModel } = progress ?? {};
	const activity = status === "running" ? (member.activity ?? recentOutput.at(-1)) : undefined;
	// Also of runs after the first one.
	const used = opened?.conversation.log.knownUsage ?? member.used;
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

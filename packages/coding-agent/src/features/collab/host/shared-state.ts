import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Participant, SharedAgent, SharedHeader, SharedState } from "../protocol/frames.ts";

export function sharedHeader({ log }: OpenedConversation): SharedHeader {
	const { id, title, timestamp, cwd } = log.header;
	return { type: "session", id, ...(title !== undefined && { title }), timestamp, cwd };
}

/** What the session does, as guests show it. */
export function sharedState(session: OpenedConversation, participants: readonly Participant[]): SharedState {
	const { conversation, log, folder, settings } = session;
	const { model, messages, isAborting } = conversation;
	const { steering, followUps } = conversation.queue.waiting;
	const contextWindow = model?.contextWindow ?? 0;
	const tokens = messages.length === 0 ? 0 : conversation.context.usage.tokens;
	const percent = contextWindow > 0 ? Math.round((tokens / contextWindow) * 1000) / 10 : 0;
	return {
		isStreaming: conversation.isStreaming,
		queuedMessageCount: steering.length + followUps.length,
		...(log.name !== undefined && { sessionName: log.name }),
		cwd: folder.path,
		approvalMode: settings.get(approvalSettings.approvalMode),
		...(model && { model: { id: model.id, name: model.name, provider: model.provider, contextWindow } }),
		...(model?.reasoning && { thinkingLevel: conversation.thinkingLevel }),
		...(contextWindow > 0 && { contextUsage: { tokens, contextWindow, percent } }),
		participants,
		...(isAborting && { isAborting }),
	};
}

/** The main agent and its sub-agents. */
export function sharedAgents(
	{ workbench, conversation, log }: OpenedConversation,
	now: number,
): readonly SharedAgent[] {
	const main: SharedAgent = {
		id: conversation.id,
		displayName: "Main",
		kind: "main",
		status: conversation.isStreaming ? "running" : "idle",
		hasSessionFile: log.file !== undefined,
		createdAt: Date.parse(log.header.timestamp) || now,
		lastActivity: now,
	};
	const agents = workbench.features.agents?.overview(conversation) ?? [];
	return [
		main,
		...agents.map(
			({ id, agent, description, parentId, status, lastActivityMs, durationMs }): SharedAgent => ({
				id,
				displayName: description === "" ? `${id} (${agent})` : `${id}: ${description}`,
				kind: "sub",
				parentId,
				status,
				hasSessionFile: log.file !== undefined,
				createdAt: lastActivityMs - durationMs,
				lastActivity: lastActivityMs,
			}),
		),
	];
}

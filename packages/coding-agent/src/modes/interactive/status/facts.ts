import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../../../conversation/conversation.ts";
import { lastReply } from "../../../conversation/queries/last-reply.ts";
import type { StatusFacts } from "./segment.ts";

/** What the status line shows about a conversation right now. */
export function statusFacts(conversation: Conversation, host: Pick<Host, "cwd" | "home">): StatusFacts {
	const { model } = conversation;
	const usage = lastReply(conversation.messages)?.usage;
	return {
		modelName: model?.name,
		thinkingLevel: conversation.thinkingLevel,
		canThink: model?.reasoning ?? false,
		cwd: host.cwd,
		home: host.home,
		contextTokens: usage?.totalTokens ?? 0,
		contextWindow: model?.contextWindow,
		costUsd: conversation.log.usage().cost,
	};
}

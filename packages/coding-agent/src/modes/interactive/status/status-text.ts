import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../../../conversation/conversation.ts";
import { lastReply } from "../../../conversation/queries/last-reply.ts";
import type { StatusFacts } from "./segment.ts";
import { statusLine } from "./status-line.ts";

/** The status line of a conversation right now. */
export function statusText(
	conversation: Conversation,
	host: Pick<Host, "cwd" | "home">,
	theme: Theme,
	width: number,
): string {
	return statusLine(statusFacts(conversation, host), theme, width);
}

function statusFacts(conversation: Conversation, host: Pick<Host, "cwd" | "home">): StatusFacts {
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

import { clearConversation } from "../../../conversation/session/clear-session.ts";
import type { Command } from "./command.ts";
import { waitForRest } from "./wait-for-rest.ts";

export const clearCommand: Command = {
	name: "clear",
	summary: "Forget what was said; the session goes on",
	async run({ conversation }) {
		if (conversation.isStreaming) return waitForRest;
		const dropped = await clearConversation(conversation);
		const text = `Context reset — ${dropped} messages dropped; session continues.`;
		return { kind: "session-changed", text };
	},
};

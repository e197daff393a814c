import { lastReply } from "../../conversation/history/last-reply.ts";
import type { Command } from "../contract/command.ts";

export const retryCommand: Command = {
	name: "retry",
	summary: "Retry a failed or interrupted reply",
	group: "conversation",
	screen: {
		async run({ session: { conversation } }) {
			const stopReason = lastReply(conversation.messages)?.stopReason;
			if (stopReason !== "error" && stopReason !== "aborted") {
				return { kind: "notice", level: "info", text: "Nothing to retry" };
			}
			await conversation.submit({ type: "retry" });
			return { kind: "done" };
		},
	},
};

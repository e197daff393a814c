import { forkConversation } from "../../conversation/operations/fork-session.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const forkCommand: Command = {
	name: "fork",
	summary: "Continue in a copy of this session",
	group: "sessions",
	needsIdle: true,
	screen: {
		async run({ session: { conversation } }, { appearance }) {
			if (!conversation.log.isOnDisk) return notice("Fork failed (session not persisted or cancelled)", "warning");
			const file = await forkConversation(conversation);
			return notice(`${appearance.theme.symbol("status.success")} Session forked to ${file}`);
		},
	},
};

import { clearConversation } from "../../conversation/operations/clear-session.ts";
import type { Command } from "../contract/command.ts";

export const clearCommand: Command = {
	name: "clear",
	summary: "Clear context, keep session",
	group: "conversation",
	needsIdle: true,
	screen: {
		async run({ session: { conversation } }, { appearance }) {
			const dropped = await clearConversation(conversation);
			const text = `Context reset — ${dropped} messages dropped; session continues.`;
			return { kind: "session-changed", text: `${appearance.theme.symbol("status.success")} ${text}` };
		},
	},
};

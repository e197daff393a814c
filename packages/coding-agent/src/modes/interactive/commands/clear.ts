import { clearConversation } from "../../../conversation/operations/clear-session.ts";
import type { Command } from "./command.ts";

export const clearCommand: Command = {
	name: "clear",
	summary: "Forget what was said; the session goes on",
	group: "conversation",
	needsRest: true,
	async run({ session: { conversation }, look }) {
		const dropped = await clearConversation(conversation);
		const text = `Context reset — ${dropped} messages dropped; session continues.`;
		return { kind: "session-changed", text: `${look.theme.symbol("status.success")} ${text}` };
	},
};

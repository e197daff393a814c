import { forkConversation } from "../../../conversation/operations/fork-session.ts";
import { type Command, notice } from "./command.ts";

export const forkCommand: Command = {
	name: "fork",
	summary: "Go on in a copy of this session",
	group: "sessions",
	needsRest: true,
	async run({ session: { conversation }, look }) {
		if (!conversation.log.isOnDisk) return notice("Fork failed (session not persisted or cancelled)", "warning");
		const file = await forkConversation(conversation);
		return notice(`${look.theme.symbol("status.success")} Session forked to ${file}`);
	},
};

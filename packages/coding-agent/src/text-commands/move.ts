import { moveConversation } from "../conversation/session/move-session.ts";
import type { TextCommand } from "./text-command.ts";

export const moveCommand: TextCommand = {
	name: "move",
	description: "Take the session to another folder",
	group: "sessions",
	needsRest: true,
	hint: "<dir>",
	async run(args, { conversation, folder, host }) {
		if (args === "") throw new Error("Usage: /move <dir>");
		const path = await moveConversation(conversation, folder, args.replace(/^~(?=\/|$)/, host.home));
		return { output: `Session moved to ${path}.` };
	},
};

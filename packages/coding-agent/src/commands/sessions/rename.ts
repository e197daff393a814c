import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";

export const renameCommand: Command = {
	name: "rename",
	summary: "Name the session",
	group: "sessions",
	hint: "<title>",
	async run({ args, session: { conversation } }) {
		await conversation.submit({ type: "set_session_name", name: args, source: "user" });
		return notice(`Session renamed to ${conversation.log.name}.`);
	},
};

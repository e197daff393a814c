import type { TextCommand } from "./text-command.ts";

export const renameCommand: TextCommand = {
	name: "rename",
	description: "Name the session",
	group: "sessions",
	hint: "<title>",
	async run(args, { conversation }) {
		await conversation.submit({ type: "set_session_name", name: args, source: "user" });
		return { output: `Session renamed to ${conversation.log.name}.` };
	},
};

import type { TextCommand } from "./text-command.ts";

export const renameCommand: TextCommand = {
	name: "rename",
	description: "Name the session",
	hint: "<title>",
	async run(args, { conversation }) {
		await conversation.submit({ type: "set_session_name", name: args });
		return { output: `Session renamed to ${conversation.log.name}.` };
	},
};

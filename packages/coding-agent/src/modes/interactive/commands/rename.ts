import type { Command } from "./command.ts";

export const renameCommand: Command = {
	name: "rename",
	summary: "Name this session",
	async run({ conversation, args }) {
		await conversation.submit({ type: "set_session_name", name: args, source: "user" });
		return { kind: "notice", level: "info", text: `Session: ${args}` };
	},
};

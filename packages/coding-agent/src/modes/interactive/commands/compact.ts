import type { Command } from "./command.ts";

export const compactCommand: Command = {
	name: "compact",
	summary: "Condense the conversation so far",
	async run({ conversation, args }) {
		await conversation.submit({ type: "compact", ...(args && { instructions: args }) });
		return { kind: "done" };
	},
};

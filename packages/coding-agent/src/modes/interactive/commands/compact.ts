import type { Command } from "./command.ts";

export const compactCommand: Command = {
	name: "compact",
	summary: "Condense the conversation so far",
	group: "conversation",
	async run({ session: { conversation }, args }) {
		await conversation.submit({ type: "compact", ...(args && { instructions: args }) });
		return { kind: "done" };
	},
};

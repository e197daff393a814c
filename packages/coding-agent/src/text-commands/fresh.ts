import type { TextCommand } from "./text-command.ts";

export const freshCommand: TextCommand = {
	name: "fresh",
	description: "Begin anew with the provider; the conversation stays",
	group: "conversation",
	needsRest: true,
	describe: () => "Fresh: ready",
	async run(_args, { conversation }) {
		const pruned = conversation.aside.refreshProvider();
		return { output: `Fresh provider session started (${pruned} provider states pruned).` };
	},
};

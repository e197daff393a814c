import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const freshCommand: Command = {
	name: "fresh",
	summary: "Reset provider state, keep conversation",
	group: "conversation",
	needsIdle: true,
	async run({ session: { conversation } }) {
		const pruned = conversation.aside.refreshProvider();
		return notice(`Fresh provider session started (${pruned} provider states pruned).`);
	},
};

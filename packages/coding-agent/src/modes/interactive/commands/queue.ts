import type { Command } from "./command.ts";

export const queueCommand: Command = {
	name: "queue",
	summary: "Say something once omp would stop",
	group: "conversation",
	async run({ session: { conversation }, args }) {
		if (args === "") return { kind: "notice", level: "warning", text: "Usage: /queue <message>" };
		await conversation.submit({ type: "follow_up", text: args });
		return { kind: "done" };
	},
};

import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const queueCommand: Command = {
	name: "queue",
	summary: "Queue for after this turn",
	group: "conversation",
	hint: "<message>",
	screen: {
		async run({ args }, { submit }) {
			if (args === "") return notice("Usage: /queue <message>", "warning");
			await submit(`-> ${args}`);
			return { kind: "done" };
		},
	},
};

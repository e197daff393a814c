import { type Command, notice } from "./command.ts";

export const queueCommand: Command = {
	name: "queue",
	summary: "Say something once omp would stop",
	group: "conversation",
	hint: "<message>",
	async run({ submit, args }) {
		if (args === "") return notice("Usage: /queue <message>", "warning");
		await submit(`-> ${args}`);
		return { kind: "done" };
	},
};

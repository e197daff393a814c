import type { Command } from "../command.ts";

export const exitCommand: Command = {
	name: "exit",
	aliases: ["quit"],
	summary: "Quit omp",
	group: "system",
	screen: { run: async () => ({ kind: "quit" }) },
};

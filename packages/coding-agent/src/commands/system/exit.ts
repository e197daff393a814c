import type { Command } from "../contract/command.ts";

export const exitCommand: Command = {
	name: "exit",
	aliases: ["quit"],
	summary: "Quit omp",
	group: "system",
	screen: { run: async () => ({ kind: "quit" }) },
};

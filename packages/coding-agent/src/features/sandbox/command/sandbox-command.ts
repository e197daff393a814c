import type { Command } from "../../../commands/contract/command.ts";
import { notice } from "../../../commands/contract/outcome.ts";
import { sandboxKey } from "../box/sandbox-key.ts";

export const sandboxCommand: Command = {
	name: "sandbox",
	summary: "Show what commands may do, and what was refused",
	group: "system",
	async run({ session: { workbench, folder } }) {
		const running = workbench.features.find(sandboxKey);
		if (running) return notice(running.describe(folder.path));
		return notice(
			"The sandbox is off (--sandbox off, or the setting sandbox.mode): commands run with your own permissions.",
		);
	},
};

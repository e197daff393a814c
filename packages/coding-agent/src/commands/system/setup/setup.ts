import type { Command } from "../../contract/command.ts";

export const setupCommand: Command = {
	name: "setup",
	summary: "Set up providers, model and appearance",
	group: "system",
	hint: "[all]",
	screen: {
		async run({ args, session }, ports) {
			const { runSetup, setupSteps } = await import("./run-setup.ts");
			// Whoever asks for it mostly lacks a model; icons and colors are settings.
			const steps = args === "all" ? setupSteps : setupSteps.slice(0, 3);
			await runSetup(session, ports, { steps, opensUnasked: args === "all" });
			return { kind: "done" };
		},
	},
};

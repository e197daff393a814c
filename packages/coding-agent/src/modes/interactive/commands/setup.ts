import type { Command } from "./command.ts";

export const setupCommand: Command = {
	name: "setup",
	summary: "Connect a provider, choose a model and the look",
	group: "system",
	hint: "[all]",
	async run({ args, ...mode }) {
		const [{ runSetup }, { setupSteps }] = await Promise.all([
			import("../setup/run-setup.ts"),
			import("../setup/setup-steps.ts"),
		]);
		// Whoever asks for it mostly lacks a model; how things look is a setting.
		const steps = args === "all" ? setupSteps : setupSteps.slice(0, 2);
		await runSetup(mode, { steps });
		return { kind: "done" };
	},
};

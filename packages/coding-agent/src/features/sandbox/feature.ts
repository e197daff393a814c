import { sandboxSettings } from "../../settings/sections/agent/sandbox.ts";
import type { Feature } from "../contract/feature.ts";
import type { RunningSandbox } from "./box/sandbox-key.ts";

/** Programs of the model and of the project run in a box that the kernel holds. Nothing is made before the first one. */
export const sandboxFeature: Feature<RunningSandbox> = {
	name: "sandbox",
	settings: [sandboxSettings],
	commands: async () => [(await import("./command/sandbox-command.ts")).sandboxCommand],
	cliCommands: [
		{
			name: "sandbox",
			summary: "Show, try and prove what commands may do",
			load: async () => (await import("./cli/sandbox.ts")).sandbox,
			completionSpec: async () => ({ flags: [], actions: ["show", "run", "explain", "check"] }),
		},
	],
	async machineFacts(cacheFolder) {
		const [{ nativeMechanism }, { describeSupport }] = await Promise.all([
			import("./box/mechanism.ts"),
			import("./box/state.ts"),
		]);
		return { sandbox: describeSupport(nativeMechanism(cacheFolder).detect()) };
	},
	isWanted: ({ workbench: { settings } }) => settings.get(sandboxSettings.mode) !== "off",
	start: async (start) => (await import("./box/start-sandbox.ts")).startSandbox(start),
};

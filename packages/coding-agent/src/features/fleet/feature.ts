import type { Feature } from "../contract/feature.ts";
import { fleetSettings } from "./settings/fleet-settings.ts";
import { gateVariable } from "./worker/gate/gate-protocol.ts";

/** `omp fleet`: many tasks on one machine or many. Of sessions only those that work on a task have something of it: the gate. */
export const fleetFeature: Feature = {
	name: "fleet",
	settings: [fleetSettings],
	cliCommands: [
		{
			name: "fleet",
			summary: "Run many tasks, on one machine or many",
			load: async () => (await import("./cli/fleet.ts")).fleet,
			completionSpec: async () => ({
				flags: (await import("./cli/flags.data.ts")).fleetFlags,
				actions: (await import("./cli/fleet.ts")).fleetActions,
			}),
		},
	],
	isWanted: ({ workbench: { host } }) => host.env[gateVariable] !== undefined,
	start: async (start) => (await import("./worker/gate/start-gate.ts")).startGate(start),
};

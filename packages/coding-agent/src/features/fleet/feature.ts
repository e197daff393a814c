import type { Feature } from "../contract/feature.ts";
import { fleetSettings } from "./settings.ts";

/** `omp fleet`: many tasks on one machine or many. A session of its own has nothing of it. */
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
};

import type { Feature } from "../contract/feature.ts";
import { memoryKey, type RunningMemory } from "./contract/memory-key.ts";
import { hindsightSettings } from "./settings/hindsight.ts";
import { localMemorySettings } from "./settings/local.ts";
import { memoryModelSettings, memorySettings } from "./settings/memory.ts";
import { mnemopiSettings } from "./settings/mnemopi.ts";

/** Memory across sessions: recall ahead of prompts, the tools of the backend, `memory://`, `/memory` and `omp memory`. */
export const memoryFeature: Feature<RunningMemory> = {
	...memoryKey,
	settings: [memorySettings, memoryModelSettings, localMemorySettings, hindsightSettings, mnemopiSettings],
	commands: async () => [(await import("./command/memory-command.ts")).memoryCommand],
	cliCommands: [
		{
			name: "memory",
			summary: "Show, search, correct, export and delete what is remembered",
			load: async () => (await import("./cli/memory-cli.ts")).memoryCli,
			completionSpec: async () => {
				const { memoryActions, memoryFlags } = await import("./cli/memory-arguments.ts");
				return { flags: memoryFlags, actions: memoryActions.map(({ name }) => name) };
			},
		},
	],
	isWanted: ({ workbench: { settings }, request: { isBare } }) =>
		!isBare && settings.get(memorySettings.backend) !== "off",
	start: async (start) => (await import("./session/start-memory.ts")).startMemory(start),
};

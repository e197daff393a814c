import type { Feature } from "../contract/feature.ts";
import type { CollectGarbage, OpenUndoEngine, OpenUndoRecord } from "./contract/undo-engine.ts";
import { type RunningUndo, undoKey } from "./session/undo-key.ts";
import { undoSettings } from "./settings.ts";

const openEngine: OpenUndoEngine = async (options) => (await import("./open-undo-engine.ts")).openUndoEngine(options);

const openRecord: OpenUndoRecord = async (options) => (await import("./open-undo-engine.ts")).openUndoRecord(options);

const limitStore: CollectGarbage = async (base, options) =>
	(await import("./store/collect-garbage.ts")).collectGarbage(base, options);

/** Undo of what the agent does to files: `/undo`, `/redo`, `omp undo`, and files that follow the conversation in the session tree. */
export const undoFeature: Feature<RunningUndo> = {
	...undoKey,
	settings: [undoSettings],
	commands: async () => {
		const [{ undoCommand }, { redoCommand }, { checkpointCommand }] = await Promise.all([
			import("./command/undo-command.ts"),
			import("./command/redo-command.ts"),
			import("./command/checkpoint-command.ts"),
		]);
		return [undoCommand, redoCommand, checkpointCommand];
	},
	cliCommands: [
		{
			name: "undo",
			summary: "Show and take back what the agent changed in files",
			load: async () => (await import("./cli/undo-cli.ts")).undoCli({ openEngine, openRecord }),
			completionSpec: async () => {
				const { undoActions, undoFlags } = await import("./cli/undo-arguments.ts");
				return { flags: undoFlags, actions: [...undoActions] };
			},
		},
	],
	isWanted: ({ workbench: { settings }, request: { isBare, noTools } }) =>
		!isBare && !noTools && settings.get(undoSettings.enabled),
	start: async (start) =>
		(await import("./session/start-undo.ts")).startUndo(start, { openEngine, limitStore, settings: undoSettings }),
};

import type { Command } from "../../commands/contract/command.ts";
import type { FeatureDefinition } from "../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import type { FeatureCommandEntry } from "./command-ports.ts";

/** Something that omp can do beside talking to a model: a folder in `features/` and a line in `features.ts`. */
export interface Feature<Running extends RunningFeature = RunningFeature> extends FeatureDefinition<Running> {
	/** Slash commands, loaded with the first one that is typed. */
	readonly commands?: () => Promise<readonly Command[]>;
	/** Subcommands of `omp`. */
	readonly cliCommands?: readonly FeatureCommandEntry[];
}

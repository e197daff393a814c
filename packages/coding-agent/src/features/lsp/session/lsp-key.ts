import type { ServerState } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";

/** The language servers of a session. */
export interface RunningLsp extends RunningFeature {
	/** The servers of a folder, started or not, and what there is to say about others. */
	overview(folder: string): Promise<ServerOverview>;
	/** Ends servers, all or one, so that the next use starts them anew; gives the names of those. Also reads the config again. */
	restart(folder: string, name?: string): Promise<readonly string[]>;
}

export interface ServerOverview {
	readonly states: readonly ServerState[];
	/** Names of those that wait for trust. */
	readonly untrusted: readonly string[];
	/** Missing programs, problems of config files. */
	readonly notes: readonly string[];
}

export const lspKey: FeatureKey<RunningLsp> = { name: "lsp" };

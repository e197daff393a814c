import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";
import type { AdvisorHost } from "./advisor-host.ts";

/** While the advisor is off, this only remembers which conversations there are. */
export interface RunningAdvisor extends RunningFeature {
	/** Present once it was switched on. */
	readonly host: AdvisorHost | undefined;
	load(): Promise<AdvisorHost>;
}

export const advisorKey: FeatureKey<RunningAdvisor> = { name: "advisor" };

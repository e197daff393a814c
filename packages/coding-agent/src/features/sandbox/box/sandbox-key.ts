import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";
import type { SessionBox } from "./session-box.ts";

export interface RunningSandbox extends RunningFeature {
	readonly box: SessionBox;
	/** What commands may do in a folder and what was refused, for the user. */
	describe(cwd: string): string;
}

export const sandboxKey: FeatureKey<RunningSandbox> = { name: "sandbox" };

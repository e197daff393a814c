import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";
import type { FindBroker } from "../serve/quota-history.ts";
import type { StatsFolders } from "../serve/session-stats.ts";
import type { SessionDashboard } from "./session-dashboard.ts";

export interface RunningStats extends RunningFeature {
	/** Of the dashboard of this session, while there is one. */
	readonly url: string | undefined;
	/** Starts the dashboard of this session, or gives the one that is running. */
	dashboard(folders: StatsFolders, port: number | undefined, findBroker: FindBroker): Promise<SessionDashboard>;
}

export const statsKey: FeatureKey<RunningStats> = { name: "stats" };

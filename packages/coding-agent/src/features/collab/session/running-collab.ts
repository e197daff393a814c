import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";
import type { TerminalGuest } from "../guest/terminal-guest.ts";
import type { SharedSession } from "../host/shared-session.ts";

export interface RunningCollab extends RunningFeature {
	/** Set while this session is shared. */
	shared: SharedSession | undefined;
	/** Set while this is a guest in a session of somebody else. */
	guest: TerminalGuest | undefined;
	changed(): void;
}

export const collabKey: FeatureKey<RunningCollab> = { name: "collab" };

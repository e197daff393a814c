import type { SettingsSection } from "@oh-my-pi/pi-utils/settings/setting";
import type { DiscoveryProvider } from "../discovery/contract/capability.ts";
import type { InventoryKind, InventoryPlace } from "../inventory/inventory-item.ts";
import type { SurveyedFolder } from "../survey/survey-project.ts";
import type { FeatureTrustKind } from "../trust/kinds.ts";
import type { SessionRequest } from "./contract/session-request.ts";
import type { RunningFeature } from "./running-feature.ts";
import type { Workbench } from "./workbench.ts";

/** Names a feature and the type of what it starts. */
export interface FeatureKey<Running extends RunningFeature = RunningFeature> {
	readonly name: string;
	/** Never there: it carries the type. */
	readonly running?: Running;
}

/**
 * The part of a feature that sessions know; commands are the other one, see `Feature`. This value is loaded with every start, so
 * it holds data and functions that import the rest.
 */
export interface FeatureDefinition<Running extends RunningFeature = RunningFeature> extends FeatureKey<Running> {
	readonly settings?: readonly SettingsSection[];
	/** What a project can bring for it that needs trust. */
	readonly trustKinds?: readonly FeatureTrustKind[];
	/** Where its files are looked for, beside the places of other programs. */
	readonly discovery?: readonly DiscoveryProvider[];
	/** Shows the trust gate everything that a project brings for it, as if it were used. Runs nothing. */
	survey?(folder: SurveyedFolder): Promise<void>;
	/** What `/extensions` and `omp doctor` list of it. */
	inventory?(): Promise<readonly InventoryKind[]>;
	/** What this computer has for it, by name, for `omp doctor`. */
	machineFacts?(cacheFolder: string): Promise<Readonly<Record<string, string>>>;
	/** What this computer lacks for it, a sentence each, for `omp doctor`. */
	missingPrograms?(place: InventoryPlace): Promise<readonly string[]>;
	/** Decides before anything is loaded whether it is started; must be cheap. Always started without this. */
	isWanted?(start: FeatureStart): boolean;
	/** The others start once it is ready: it guards what they send. */
	readonly isFirst?: boolean;
	/** Once per session, before a model is chosen. Sub-agents share what it gives. */
	start?(start: FeatureStart): Running | Promise<Running>;
}

/** What a feature is started with. */
export interface FeatureStart {
	/** What all conversations of the session share. */
	readonly workbench: Workbench;
	/** What the user or the program asked for. */
	readonly request: SessionRequest;
	/** Shows a line to the user when the session has started. */
	readonly notify: (text: string) => void;
}

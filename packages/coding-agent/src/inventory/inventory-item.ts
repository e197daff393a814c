import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Level, LoadContext } from "../discovery/contract/capability.ts";
import type { CapabilityRegistry } from "../discovery/contract/capability-registry.ts";
import type { Settings } from "../settings/settings.ts";

/** Something found in a file of project or user: a rule, a skill, an extension, … */
export interface InventoryItem {
	/** Heading in lists: `Rules`. */
	readonly kind: string;
	readonly name: string;
	/** In `disabledExtensions`; without it it cannot be turned off alone. */
	readonly id?: string;
	/** Absolute. */
	readonly path: string;
	/** The id of the discovery provider, if one found it. */
	readonly provider?: string;
	/** Who it is from, for people. */
	readonly source: string;
	readonly level: Level;
	readonly state: ItemState;
	/** The file that is used instead. */
	readonly shadowedBy?: string;
}

/** `off`: by `disabledExtensions` or another setting. `invalid`: a warning says why. */
export type ItemState = "active" | "shadowed" | "off" | "invalid" | "untrusted";

/** Where to look, and what was found out about it. */
export interface InventoryPlace {
	readonly host: Host;
	readonly settings: Settings;
	readonly registry: CapabilityRegistry;
	readonly context: LoadContext;
}

export interface InventoryPart {
	readonly items: readonly InventoryItem[];
	readonly warnings?: readonly string[];
}

/** Lists everything of a kind. Nothing is run. */
export type InventoryKind = (place: InventoryPlace) => Promise<InventoryPart>;

import type { Claim } from "../../trust/claim.ts";
import type { Project } from "../../trust/project.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import type { FileCache } from "./file-cache.ts";

/** Where an item comes from. */
export interface SourceMeta {
	readonly provider: string;
	readonly providerName: string;
	/** Absolute. */
	readonly path: string;
	readonly level: Level;
}

export type Level = "user" | "project" | "native";

/** Where to load from. */
export interface LoadContext {
	readonly cwd: string;
	readonly home: string;
	/** The nearest folder from `cwd` upwards with a `.git`. */
	readonly repoRoot: string | undefined;
	/** `~/.omp/agent`, or the profile's. */
	readonly agentDir: string;
	/** Variables that name folders. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly files: FileCache;
	/** Decides what of a project counts. */
	readonly gate: TrustGate;
	/** Packages that the command line and the settings name. */
	readonly named?: NamedRoots;
}

/** Packages that bring more than their extensions. */
export interface NamedRoots {
	/** As given. */
	readonly packages: ReadonlyArray<{ readonly path: string; readonly level: "user" | "project" }>;
	readonly pluginDirs: readonly string[];
	/** False for `--no-extensions`. */
	readonly discovers: boolean;
}

export interface Discovered {
	readonly _source: SourceMeta;
}

export type Found<Item> = Item & Discovered;

export interface LoadResult<Item> {
	readonly items: readonly Found<Item>[];
	readonly warnings?: readonly string[];
}

export type Load<Item> = (context: LoadContext) => Promise<LoadResult<Item>>;

/** A kind of thing that can be found in several places. */
export interface Capability<Item> {
	readonly id: string;
	readonly displayName: string;
	readonly description: string;
	/** `text`: prose, which a project may bring unasked. Anything else of a project needs trust, for what this says about it. */
	readonly trust: "text" | ((item: Found<Item>, project: Project) => Claim);
	/** Deduplicates items: the first of each key counts; items without a key all count. */
	key(item: Found<Item>): string | undefined;
	/** The problem of an invalid item. */
	validate?(item: Found<Item>): string | undefined;
	/** The item's id in `disabledExtensions`. */
	extensionId?(item: Found<Item>): string;
}

/** A program whose files omp reads, with a loader per capability. */
export interface DiscoveryProvider {
	readonly id: string;
	readonly displayName: string;
	readonly description: string;
	/** Higher comes first. */
	readonly priority: number;
	readonly loads: Readonly<Record<string, Load<unknown>>>;
}

/** Type-checks a loader against its capability. */
export function loads<Item>(capability: Capability<Item>, load: Load<Item>): Record<string, Load<unknown>> {
	return { [capability.id]: load as Load<unknown> };
}

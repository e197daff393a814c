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

/** Where a load looks. */
export interface LoadContext {
	readonly cwd: string;
	readonly home: string;
	/** The nearest folder from `cwd` upwards that holds `.git`. */
	readonly repoRoot: string | undefined;
	/** `~/.omp/agent`, or the profile's. */
	readonly agentDir: string;
	readonly files: FileCache;
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
	/** Items with the same key are one thing, of which the first counts; without a key each counts. */
	key(item: Found<Item>): string | undefined;
	/** What is wrong with an item, if anything. */
	validate?(item: Found<Item>): string | undefined;
	/** How `disabledExtensions` names an item. */
	extensionId?(item: Found<Item>): string;
}

/** A tool whose files we read: one file, with a load for each capability it has. */
export interface DiscoveryProvider {
	readonly id: string;
	readonly displayName: string;
	readonly description: string;
	/** Higher goes first. */
	readonly priority: number;
	readonly loads: Readonly<Record<string, Load<unknown>>>;
}

/** One load with the type of its capability, so that a provider's table stays checked. */
export function loads<Item>(capability: Capability<Item>, load: Load<Item>): Record<string, Load<unknown>> {
	return { [capability.id]: load as Load<unknown> };
}

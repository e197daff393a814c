import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { WorkerEvent } from "./worker-event.ts";

export interface WorkerDirectories {
	/** Workspaces are in `work/` below it. */
	readonly fleet: string;
	/** Clones; `cache` below `fleet` by default. */
	readonly cache?: string | undefined;
	/** A folder like `~/.omp/agent` for the tasks. Without it each has an empty one of its own. */
	readonly agent?: string | undefined;
	/** Files and folders elsewhere that no task may see: the queue and the store. */
	readonly others?: readonly string[];
	/** Copied into that empty one: names of providers and models, no keys. */
	readonly modelsFile?: string | undefined;
}

export interface FleetWorkerOptions {
	readonly queue: FleetQueue;
	readonly store: BlobStore;
	/** What tells it from others: tasks of another one are not done. */
	readonly storeAddress?: string;
	readonly host: Host;
	readonly directories: WorkerDirectories;
	readonly slots: number;
	/** The beginning of a command line that starts this omp. */
	readonly omp: readonly string[];
	readonly onEvent?: (event: WorkerEvent) => void;
	/** The most that one task may change, in bytes of files; more is `artifact`. */
	readonly maxChangeBytes?: number;
	/** How tasks are boxed; `workspace` by default. */
	readonly sandbox?: "workspace" | "read" | "off";
	/** Of the worker's variables, those that programs of tasks get beside the usual ones. */
	readonly variables?: readonly string[];
	/** A lock whose content projects are trusted for; nothing of them is trusted without it. */
	readonly trustLock?: string | undefined;
	/** The pause between two looks at a queue that had nothing. */
	readonly pollMs?: number;
}

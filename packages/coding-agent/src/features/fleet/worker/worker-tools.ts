import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { WorkerEvent } from "./contract/worker-event.ts";
import type { WorkerDirectories } from "./contract/worker-options.ts";
import type { GateServer } from "./gate/gate-server.ts";
import type { RequestDesk } from "./gate/request-desk.ts";
import type { CloneCache } from "./workspace/clone-cache.ts";
import type { FleetGit } from "./workspace/fleet-git.ts";
import type { TreePool } from "./workspace/tree-pool.ts";

/** What the tasks of a worker share. */
export interface WorkerTools {
	readonly queue: FleetQueue;
	readonly store: BlobStore;
	readonly host: Host;
	readonly omp: readonly string[];
	readonly directories: WorkerDirectories;
	readonly cacheFolder: string;
	/** Of this worker alone: workspaces are below it. */
	readonly folder: string;
	readonly cache: CloneCache;
	readonly git: FleetGit;
	readonly pool: TreePool;
	readonly gate: GateServer;
	readonly desk: RequestDesk;
	readonly sandbox: "workspace" | "read" | "off";
	readonly trustLock: string | undefined;
	/** Of the worker's variables, those that programs of tasks get beside the usual ones. */
	readonly variables: readonly string[];
	readonly maxChangeBytes: number;
	readonly emit: (event: WorkerEvent) => void;
}

import { join, resolve } from "node:path";
import { FleetError } from "./contract/fleet-error.ts";
import type { FleetQueue } from "./contract/fleet-queue.ts";

export interface OpenQueueOptions {
	/** Where the queue is without a URL: `<fleetDir>/queue.db`. */
	readonly fleetDir: string;
	/** A clock in place of the engine's own; only SQLite takes one. */
	readonly now?: () => number;
	/** How long a task stays with a worker that is no longer heard of. */
	readonly leaseMs?: number;
}

/** `sqlite:PATH` or nothing: a file of this machine. `postgres://…`: a server for many. Only the engine that is used is loaded. */
export async function openQueue(url: string | undefined, options: OpenQueueOptions): Promise<FleetQueue> {
	const { fleetDir, ...rest } = options;
	if (url === undefined || url === "") return openFile(join(fleetDir, "queue.db"), rest);
	if (url.startsWith("sqlite:")) return openFile(filePath(url), rest);
	if (/^postgres(?:ql)?:\/\//.test(url)) {
		const { openPostgresQueue } = await import("./postgres/open-postgres-queue.ts");
		return openPostgresQueue({ url, ...(rest.leaseMs === undefined ? {} : { leaseMs: rest.leaseMs }) });
	}
	throw new FleetError("invalid", `A queue is sqlite:PATH or postgres://…, not ${url.split(":")[0]}:…`);
}

/** What a queue on this machine is in. */
export function queueFiles(url: string | undefined, fleetDir: string): readonly string[] {
	if (url && !url.startsWith("sqlite:")) return [];
	const file = resolve(url ? filePath(url) : join(fleetDir, "queue.db"));
	return [file, `${file}-wal`, `${file}-shm`];
}

const filePath = (url: string) => url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");

async function openFile(path: string, options: Omit<OpenQueueOptions, "fleetDir">): Promise<FleetQueue> {
	if (path === "") throw new FleetError("invalid", "sqlite: needs a path, for example sqlite:/srv/fleet/queue.db");
	const { SqliteQueue } = await import("./sqlite/sqlite-queue.ts");
	return new SqliteQueue({ path, ...options });
}

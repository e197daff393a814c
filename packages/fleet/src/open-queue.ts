import { join } from "node:path";
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
	if (url.startsWith("sqlite:")) return openFile(url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, ""), rest);
	if (/^postgres(?:ql)?:\/\//.test(url)) {
		const { openPostgresQueue } = await import("./postgres/open-postgres-queue.ts");
		return openPostgresQueue({ url, ...(rest.leaseMs === undefined ? {} : { leaseMs: rest.leaseMs }) });
	}
	throw new FleetError("invalid", `A queue is sqlite:PATH or postgres://…, not ${url.split(":")[0]}:…`);
}

async function openFile(path: string, options: Omit<OpenQueueOptions, "fleetDir">): Promise<FleetQueue> {
	if (path === "") throw new FleetError("invalid", "sqlite: needs a path, for example sqlite:/srv/fleet/queue.db");
	const { SqliteQueue } = await import("./sqlite/sqlite-queue.ts");
	return new SqliteQueue({ path, ...options });
}

import { FleetError } from "../contract/fleet-error.ts";
import type { FleetQueue } from "../contract/fleet-queue.ts";

export interface PostgresQueueOptions {
	readonly url: string;
	readonly leaseMs?: number;
}

export async function openPostgresQueue(_options: PostgresQueueOptions): Promise<FleetQueue> {
	throw new FleetError("invalid", "Postgres is not supported yet.");
}

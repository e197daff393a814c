import type { test } from "bun:test";
import type { FleetQueue } from "../contract/fleet-queue.ts";
import { admissionContract } from "./admission-contract.ts";
import { cancelContract } from "./cancel-contract.ts";
import { controlContract } from "./control-contract.ts";
import { leaseContract } from "./lease-contract.ts";
import { listingContract } from "./listing-contract.ts";
import type { CheckQueue, QueueSubject } from "./queue-subject.ts";

export type DefineTest = (name: string, body: () => Promise<void>, timeoutMs?: number) => void;

export interface QueueContract {
	readonly engine: FleetQueue["engine"];
	/** `test`, or `requires(…)` for a server that may be missing. */
	readonly define: DefineTest | typeof test;
	create(): Promise<QueueSubject>;
}

/** What both engines promise. */
export function queueContract({ engine, define, create }: QueueContract): void {
	const check: CheckQueue = (name, body, timeoutMs) =>
		define(
			`${engine}: ${name}`,
			async () => {
				await using subject = await create();
				await body(await subject.open(), subject);
			},
			timeoutMs,
		);
	leaseContract(check);
	controlContract(check);
	cancelContract(check);
	admissionContract(check);
	listingContract(check);
}

import type { Admission, FleetQueue, Lease } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { GateRequests } from "./gate-protocol.ts";

/** A task whose requests are admitted. */
export interface DeskTask {
	readonly lease: Lease;
	readonly batch: string;
}

type Ask<Verb extends "admit" | "report"> = GateRequests[Verb]["ask"];

/** Limits of batches are looked at again after this long: another batch may have brought some. */
const limitsMs = 10_000;
/** And blocks of an account that other machines have met. */
const blocksMs = 2000;
const dayPauseMs = 60_000;
const unreachablePauseMs = 1000;

/**
 * Admits requests to models for all tasks of a worker. Where no batch has limits the engine is asked only now and then, whether somebody else
 * was told to slow down; otherwise for each request.
 */
export class RequestDesk {
	readonly #queue: FleetQueue;
	/** Reserved with the engine and not yet reported. */
	readonly #reserved = new Set<string>();
	readonly #freeUntil = new Map<string, number>();
	#limits: { readonly until: number; readonly hasLimits: Promise<boolean> } | undefined;

	constructor(queue: FleetQueue) {
		this.#queue = queue;
	}

	async admit({ lease, batch }: DeskTask, ask: Ask<"admit">): Promise<GateRequests["admit"]["answer"]> {
		try {
			const hasLimits = await this.#hasLimits();
			if (!hasLimits && performance.now() < (this.#freeUntil.get(ask.account) ?? 0)) return { kind: "go" };
			const { account, ...request } = ask;
			const admission = await this.#queue.admit(account, { lease, batch, ...request });
			if (admission.kind === "go") {
				this.#reserved.add(ask.key);
				this.#freeUntil.set(account, performance.now() + blocksMs);
			}
			return describeAdmission(admission);
		} catch {
			// Without the engine no cap can be kept, so nothing is spent meanwhile.
			return { kind: "wait", ms: unreachablePauseMs };
		}
	}

	async report({ account, ...outcome }: Ask<"report">): Promise<void> {
		if (outcome.blockedMs !== undefined) this.#freeUntil.delete(account);
		if (!this.#reserved.delete(outcome.key) && outcome.blockedMs === undefined) return;
		await ignoreFailure(
			() => this.#queue.report(account, outcome),
			"a reservation that is not settled counts as what it could have cost",
		);
	}

	#hasLimits(): Promise<boolean> {
		const now = performance.now();
		if (!this.#limits || now >= this.#limits.until) {
			const hasLimits = this.#queue
				.batches()
				.then((batches) => batches.some(({ limits }) => Object.values(limits).some((limit) => limit !== undefined)));
			this.#limits = { until: now + limitsMs, hasLimits };
			hasLimits.catch(() => {
				this.#limits = undefined;
			});
		}
		return this.#limits.hasLimits;
	}
}

function describeAdmission(admission: Admission): GateRequests["admit"]["answer"] {
	switch (admission.kind) {
		case "go":
			return { kind: "go" };
		case "wait":
			return { kind: "wait", ms: admission.ms };
		case "refused":
			return admission.cap === "day"
				? { kind: "wait", ms: dayPauseMs }
				: { kind: "refused", message: admission.message, cap: admission.cap };
		case "lost":
			return { kind: "refused", message: "Another worker has this task" };
	}
}

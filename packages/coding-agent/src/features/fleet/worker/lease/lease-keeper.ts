import type { Claim, FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { HeldLease } from "./held-lease.ts";

interface KeeperPorts {
	readonly queue: FleetQueue;
	readonly worker: string;
	readonly onProblem: (message: string) => void;
}

const retryMs = 1000;
/** Somebody waits for what the task says and does with what they said. */
const attendedMs = 1000;

/** Renews the leases of a worker, all with one query, every third of their time; every second while somebody watches one of its tasks. */
export class LeaseKeeper implements Disposable {
	readonly #ports: KeeperPorts;
	readonly #leases = new Set<HeldLease>();
	readonly #end = new AbortController();
	#isRunning = false;
	#isAttended = false;

	constructor(ports: KeeperPorts) {
		this.#ports = ports;
	}

	keep(claim: Claim, askedAt: number): HeldLease {
		const lease = new HeldLease(claim, claim.leaseMs, askedAt);
		this.#leases.add(lease);
		if (!this.#isRunning) void this.#run();
		return lease;
	}

	/** Some could have gone to others. */
	get isInDoubt(): boolean {
		return [...this.#leases].some((lease) => !lease.isSure && !lease.signal.aborted);
	}

	release(lease: HeldLease): void {
		this.#leases.delete(lease);
	}

	/** Asks now instead of with the next turn. */
	async renewNow(): Promise<void> {
		const { queue, worker } = this.#ports;
		const leases = [...this.#leases];
		if (leases.length === 0) return;
		const askedAt = performance.now();
		const renewals = await queue.renew(
			worker,
			leases.map(({ task, fence }) => ({ task, fence })),
		);
		this.#isAttended = renewals.some(({ isAttended }) => isAttended);
		for (const lease of leases) {
			const renewal = renewals.find(({ task, fence }) => task === lease.task && fence === lease.fence);
			if (!this.#leases.has(lease)) continue;
			if (renewal) lease.renewed(renewal, askedAt);
			else lease.lose();
		}
	}

	[Symbol.dispose](): void {
		this.#end.abort();
	}

	async #run(): Promise<void> {
		this.#isRunning = true;
		const { signal } = this.#end;
		let isFailing = false;
		while (this.#leases.size > 0 && !signal.aborted) {
			const third = Math.min(...[...this.#leases].map(({ leaseMs }) => leaseMs)) / 3;
			const soonest = isFailing ? retryMs : this.#isAttended ? attendedMs : third;
			await sleep(Math.min(soonest, third), { signal }).catch(() => {});
			if (signal.aborted) break;
			try {
				await this.renewNow();
				isFailing = false;
			} catch (error) {
				if (!isFailing) this.#ports.onProblem(`The queue does not answer: ${errorMessage(error)}`);
				isFailing = true;
			}
		}
		this.#isRunning = false;
	}
}

import type { Lease, Renewal } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { raceAbort, sleep } from "@oh-my-pi/pi-utils/abort";

const checkMs = 100;

/**
 * The right to work on a task, by this machine's own steady clock: it is sure until the time that the last renewal gave, whatever happens
 * to the queue; after that it is in doubt until the queue answers.
 */
export class HeldLease implements Lease {
	readonly task: string;
	readonly fence: number;
	readonly leaseMs: number;
	/** Called with what a renewal brought. */
	onRenewal: (renewal: Renewal) => void = () => {};
	readonly #lost = new AbortController();
	#sureUntil: number;

	constructor({ task, fence }: Lease, leaseMs: number, askedAt: number) {
		this.task = task;
		this.fence = fence;
		this.leaseMs = leaseMs;
		this.#sureUntil = askedAt + leaseMs;
	}

	/** Fires when somebody else has the task. */
	get signal(): AbortSignal {
		return this.#lost.signal;
	}

	get isSure(): boolean {
		return !this.#lost.signal.aborted && performance.now() < this.#sureUntil;
	}

	/** Resolves once nobody else can have the task; rejects when it is lost. */
	async sure(signal?: AbortSignal): Promise<void> {
		const either = signal ? AbortSignal.any([signal, this.signal]) : this.signal;
		while (!this.isSure) await raceAbort(sleep(checkMs), either);
	}

	renewed(renewal: Renewal, askedAt: number): void {
		if (!renewal.isHeld) {
			this.lose();
			return;
		}
		this.#sureUntil = askedAt + this.leaseMs;
		this.onRenewal(renewal);
	}

	lose(): void {
		this.#lost.abort(new Error("The lease is lost"));
	}
}

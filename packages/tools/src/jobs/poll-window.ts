export type PollWait = "5s" | "10s" | "30s" | "1m" | "5m" | "smart";

const fixedMs: Readonly<Record<Exclude<PollWait, "smart">, number>> = {
	"5s": 5000,
	"10s": 10_000,
	"30s": 30_000,
	"1m": 60_000,
	"5m": 300_000,
};
const ladderMs = [5000, 10_000, 30_000, 60_000, 300_000];
/** Agents take minutes, and whatever ends a wait early does so at once. */
const firstStepForAgents = 3;
/** After so long without waiting, the next wait is a short one again. */
const restMs = 60_000;

/** How long the next wait may last. `smart` waits longer each time in a row. */
export class PollWindow {
	readonly #wait: () => PollWait;
	readonly #now: () => number;
	#step = 0;
	#lastEndedAt = Number.NEGATIVE_INFINITY;

	constructor(wait: () => PollWait, now: () => number) {
		this.#wait = wait;
		this.#now = now;
	}

	begin({ forAgents = false } = {}): number {
		const wait = this.#wait();
		if (wait !== "smart") return fixedMs[wait];
		if (this.#now() - this.#lastEndedAt > restMs) this.#step = 0;
		if (forAgents) this.#step = Math.max(this.#step, firstStepForAgents);
		return ladderMs[Math.min(this.#step++, ladderMs.length - 1)] ?? 5000;
	}

	end(): void {
		this.#lastEndedAt = this.#now();
	}
}

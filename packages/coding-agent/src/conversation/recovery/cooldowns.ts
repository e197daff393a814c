import type { FailureKind } from "./failure-kind.ts";

const restMs: Partial<Record<FailureKind, number>> = {
	"rate-limit": 30_000,
	capacity: 45_000,
	"usage-limit": 30 * 60_000,
};
const otherRestMs = 5 * 60_000;

/** How long a model rests after a failure: until the server's reset, or as long as that kind usually lasts. */
export function cooldownMs(kind: FailureKind, askedMs: number): number {
	return askedMs > 0 ? askedMs : (restMs[kind] ?? otherRestMs);
}

/** Models that should not be asked for a while. */
export class Cooldowns {
	readonly #until = new Map<string, number>();

	constructor(private readonly now: () => number) {}

	rest(selector: string, lengthMs: number): void {
		this.#until.set(selector, this.now() + lengthMs);
	}

	isResting(selector: string): boolean {
		return (this.#until.get(selector) ?? 0) > this.now();
	}
}

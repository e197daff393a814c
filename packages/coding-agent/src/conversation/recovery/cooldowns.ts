import type { FailureKind } from "./failure-kind.ts";

const defaultMs: Partial<Record<FailureKind, number>> = {
	"rate-limit": 30_000,
	capacity: 45_000,
	"usage-limit": 30 * 60_000,
};
const otherMs = 5 * 60_000;

/** Cooldown after a failure: the server's retry-after, or a default by kind. */
export function cooldownMs(kind: FailureKind, askedMs: number): number {
	return askedMs > 0 ? askedMs : (defaultMs[kind] ?? otherMs);
}

/** Models on cooldown. */
export class Cooldowns {
	readonly #until = new Map<string, number>();

	constructor(private readonly now: () => number) {}

	start(selector: string, lengthMs: number): void {
		this.#until.set(selector, this.now() + lengthMs);
	}

	isActive(selector: string): boolean {
		return (this.#until.get(selector) ?? 0) > this.now();
	}
}

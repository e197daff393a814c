import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import { type Hook, hookOrder, type StartingPrompt } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { FoundModel } from "./model-directory.ts";
import type { ModelFallback } from "./model-fallback.ts";

export interface ReservePolicy {
	readonly enabled: boolean;
	readonly reservePercent: number;
	readonly action: "confirm" | "auto" | "fail-closed";
}

/** What is left of a plan, as far as its provider has said. */
export interface Headroom {
	/** From 0 to 1. */
	readonly leftFraction: number;
	/** When there will be more, in milliseconds since the epoch. */
	readonly resetsAtMs?: number;
}

/** `undefined` when nothing is known of it. */
export type FindHeadroom = (provider: string, signal: AbortSignal) => Promise<Headroom | undefined>;
/** `undefined` when there is nobody to ask. */
export type Confirm = (question: string, signal: AbortSignal) => Promise<boolean | undefined>;

interface UsageReservePorts {
	readonly live: Pick<LiveContext, "parts" | "emit">;
	readonly fallback: ModelFallback;
	readonly policy: () => ReservePolicy;
	readonly headroom: FindHeadroom;
	readonly confirm: Confirm;
	readonly now: () => number;
}

const restMs = 30 * 60_000;

/** Changes models before a plan is used up. What is not known of a plan changes nothing. */
export class UsageReserve implements Hook {
	readonly name = "usage-reserve";
	readonly order = hookOrder.usageReserve;
	/** `fail-closed` means what it says. */
	readonly refusesPrompts = true;
	/** Told about or asked for once; the answer holds as long as the model does. */
	#settled: string | undefined;

	constructor(private readonly ports: UsageReservePorts) {}

	async beforePrompt({ signal }: Pick<StartingPrompt, "signal">): Promise<undefined> {
		const { live, policy } = this.ports;
		const { model } = live.parts;
		if (!model || !policy().enabled) return;
		const left = await this.#reserveLeft(model, signal);
		if (left === undefined) {
			this.#settled = undefined;
			return;
		}
		const what = `${percent(left.leftFraction)} of the ${model.provider} plan is left`;
		if (policy().action === "fail-closed") throw new Error(`Only ${what}, which retry.usageReservePct keeps back`);
		if (this.#settled === selectorOf(model)) return;
		const lengthMs = left.resetsAtMs === undefined ? restMs : left.resetsAtMs - this.ports.now();
		const next = await this.#standIn(lengthMs, signal);
		if (!next) return this.#stay(model, `Only ${what}, and no other model may stand in for ${selectorOf(model)}`);
		const question = `Only ${what}. Go on with ${selectorOf(next.model)}?`;
		const agreed = policy().action === "auto" || (await this.ports.confirm(question, signal));
		if (!agreed) return this.#stay(model, agreed === undefined ? `Only ${what}` : undefined);
		await this.ports.fallback.apply(next);
		await this.#warn(`Only ${what}: ${selectorOf(next.model)} goes on`);
	}

	/** What is left of the plan when that is no more than the reserve. */
	async #reserveLeft(model: Model, signal: AbortSignal): Promise<Headroom | undefined> {
		const known = await this.ports.headroom(model.provider, signal);
		return known && known.leftFraction * 100 <= this.ports.policy().reservePercent ? known : undefined;
	}

	#standIn(lengthMs: number, signal: AbortSignal): Promise<FoundModel | undefined> {
		const hasPlentyLeft = async (model: Model) => !(await this.#reserveLeft(model, signal));
		return this.ports.fallback.standIn(lengthMs, hasPlentyLeft);
	}

	async #stay(model: Model, message: string | undefined): Promise<undefined> {
		this.#settled = selectorOf(model);
		if (message !== undefined) await this.#warn(message);
	}

	#warn(message: string): Promise<void> {
		return this.ports.live.emit({ type: "notice", level: "warning", message, source: "usage" });
	}
}

function percent(fraction: number): string {
	return `${Math.max(0, Math.round(fraction * 100))} %`;
}

import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { Hook, StartingPrompt } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { FoundModel } from "./model-directory.ts";
import type { ModelFallback } from "./model-fallback.ts";

export interface ReservePolicy {
	readonly enabled: boolean;
	readonly reservePercent: number;
	readonly action: "confirm" | "auto" | "fail-closed";
}

/** What is left of a usage limit, if the provider reports it. */
export interface Headroom {
	/** From 0 to 1. */
	readonly leftFraction: number;
	/** When the limit resets, in milliseconds since the epoch. */
	readonly resetsAtMs?: number;
}

/** `undefined` when unknown. */
export type FindHeadroom = (provider: string, signal: AbortSignal) => Promise<Headroom | undefined>;
/** `undefined` when no front end can ask. */
export type Confirm = (question: string, signal: AbortSignal) => Promise<boolean | undefined>;

interface UsageReservePorts {
	readonly live: Pick<LiveContext, "parts" | "emit">;
	readonly fallback: ModelFallback;
	readonly policy: () => ReservePolicy;
	readonly headroom: FindHeadroom;
	readonly confirm: Confirm;
	readonly now: () => number;
}

const cooldownMs = 30 * 60_000;

/** Switches models before a usage limit is reached. Does nothing when the usage is unknown. */
export class UsageReserve implements Hook {
	readonly name = "usage-reserve";
	readonly order = hookOrder.usageReserve;
	/** Needed for the action `fail-closed`. */
	readonly refusesPrompts = true;
	/** The model that the user was already asked or notified about. */
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
		if (policy().action === "fail-closed") throw new Error(`Only ${what}, which retry.usageReservePct reserves`);
		if (this.#settled === selectorOf(model)) return;
		const lengthMs = left.resetsAtMs === undefined ? cooldownMs : left.resetsAtMs - this.ports.now();
		const next = await this.#alternative(lengthMs, signal);
		if (!next) return this.#stay(model, `Only ${what}, and ${selectorOf(model)} has no usable fallback model`);
		const question = `Only ${what}. Continue with ${selectorOf(next.model)}?`;
		const agreed = policy().action === "auto" || (await this.ports.confirm(question, signal));
		if (!agreed) return this.#stay(model, agreed === undefined ? `Only ${what}` : undefined);
		await this.ports.fallback.apply(next);
		await this.#warn(`Only ${what}: switched to ${selectorOf(next.model)}`);
	}

	/** The headroom, if it is within the reserve. */
	async #reserveLeft(model: Model, signal: AbortSignal): Promise<Headroom | undefined> {
		const known = await this.ports.headroom(model.provider, signal);
		return known && known.leftFraction * 100 <= this.ports.policy().reservePercent ? known : undefined;
	}

	#alternative(lengthMs: number, signal: AbortSignal): Promise<FoundModel | undefined> {
		const hasPlentyLeft = async (model: Model) => !(await this.#reserveLeft(model, signal));
		return this.ports.fallback.alternative(lengthMs, hasPlentyLeft);
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

import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import { Cooldowns, cooldownMs } from "./cooldowns.ts";
import { askedWaitMs, failureKind } from "./failure-kind.ts";
import { chainFor, type FallbackChains } from "./fallback-chains.ts";
import type { FoundModel, ModelDirectory } from "./model-directory.ts";

export interface FallbackPolicy {
	readonly enabled: boolean;
	readonly chains: FallbackChains;
	readonly revertPolicy: "cooldown-expiry" | "never";
}

interface FallbackPorts {
	readonly live: LiveContext;
	readonly models: ModelDirectory;
	readonly policy: () => FallbackPolicy;
	readonly now: () => number;
}

interface ActiveFallback {
	readonly primary: Model;
	readonly thinkingLevel: ThinkingLevel;
	/** The model in use now. */
	readonly model: Model;
	isProven: boolean;
}

/** The role whose chain a conversation uses. */
const role = "default";

/** Switches to a fallback model when the chosen one fails, and back after its cooldown. */
export class ModelFallback implements Hook {
	readonly name = "model-fallback";
	readonly order = hookOrder.modelFallback;
	readonly #ports: FallbackPorts;
	readonly #cooldowns: Cooldowns;
	#fallback: ActiveFallback | undefined;

	constructor(ports: FallbackPorts) {
		this.#ports = ports;
		this.#cooldowns = new Cooldowns(ports.now);
	}

	/** The next usable model of the chain; starts the cooldown of the failed one. */
	async choose(failed: AssistantMessage): Promise<FoundModel | undefined> {
		const { live, policy } = this.#ports;
		const { model } = live.parts;
		if (!policy().enabled || !model) return undefined;
		this.#cooldowns.start(selectorOf(model), cooldownMs(failureKind(failed) ?? "transient", askedWaitMs(failed)));
		return this.#next(this.#current()?.primary ?? model, model);
	}

	/** The next suitable model of the chain, without a failure; starts a cooldown of the current one. */
	async alternative(lengthMs: number, isFit: (model: Model) => Promise<boolean>): Promise<FoundModel | undefined> {
		const { model } = this.#ports.live.parts;
		if (!this.#ports.policy().enabled || !model) return undefined;
		this.#cooldowns.start(selectorOf(model), lengthMs);
		return this.#next(this.#current()?.primary ?? model, model, isFit);
	}

	/** Switches to a fallback model. */
	async apply(next: FoundModel): Promise<void> {
		const { live } = this.#ports;
		const { model } = live.parts;
		if (!model) return;
		const fallback = this.#current();
		this.#fallback = {
			primary: fallback?.primary ?? model,
			thinkingLevel: fallback?.thinkingLevel ?? live.chosen.thinkingLevel,
			model: next.model,
			isProven: false,
		};
		await live.useModel(next.model, next.thinkingLevel);
		await live.emit({ type: "retry_fallback_applied", from: selectorOf(model), to: selectorOf(next.model), role });
	}

	/** The fallback model has answered. */
	async noteSuccess(): Promise<void> {
		const fallback = this.#current();
		if (!fallback || fallback.isProven) return;
		fallback.isProven = true;
		const model = selectorOf(fallback.model);
		await this.#ports.live.emit({ type: "retry_fallback_succeeded", model, role });
	}

	/** Reverts to the primary model, unless its cooldown is active. */
	async beforePrompt(): Promise<undefined> {
		const { live, policy } = this.#ports;
		const fallback = this.#current();
		if (!fallback || policy().revertPolicy === "never") return;
		if (this.#cooldowns.isActive(selectorOf(fallback.primary))) return;
		this.#fallback = undefined;
		await live.useModel(fallback.primary, fallback.thinkingLevel);
	}

	/** `undefined` also after the user has chosen another model. */
	#current(): ActiveFallback | undefined {
		const { model } = this.#ports.live.parts;
		if (this.#fallback && (!model || selectorOf(this.#fallback.model) !== selectorOf(model)))
			this.#fallback = undefined;
		return this.#fallback;
	}

	async #next(
		primary: Model,
		current: Model,
		isFit: (model: Model) => Promise<boolean> = async () => true,
	): Promise<FoundModel | undefined> {
		const { models, policy } = this.#ports;
		for (const selector of chainFor(primary, role, policy().chains)) {
			const found = await models.find(selector);
			if (!found || selectorOf(found.model) === selectorOf(current)) continue;
			if (!models.isUsable(found.model) || this.#cooldowns.isActive(selectorOf(found.model))) continue;
			if (await isFit(found.model)) return found;
		}
		return undefined;
	}
}

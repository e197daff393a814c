import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import { type Hook, hookOrder } from "../hooks/hook.ts";
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

interface StandIn {
	readonly primary: Model;
	readonly thinkingLevel: ThinkingLevel;
	/** The one in use now. */
	readonly model: Model;
	isProven: boolean;
}

/** The conversation's role as far as chains are concerned. */
const role = "default";

/** Lets another model answer when the chosen one cannot, and gives the chosen one its place back when it has rested. */
export class ModelFallback implements Hook {
	readonly name = "model-fallback";
	readonly order = hookOrder.modelFallback;
	readonly #ports: FallbackPorts;
	readonly #cooldowns: Cooldowns;
	#standIn: StandIn | undefined;

	constructor(ports: FallbackPorts) {
		this.#ports = ports;
		this.#cooldowns = new Cooldowns(ports.now);
	}

	/** The next model of the chain that can be used; the one that failed rests meanwhile. */
	async choose(failed: AssistantMessage): Promise<FoundModel | undefined> {
		const { live, policy } = this.#ports;
		const { model } = live.parts;
		if (!policy().enabled || !model) return undefined;
		this.#cooldowns.rest(selectorOf(model), cooldownMs(failureKind(failed) ?? "transient", askedWaitMs(failed)));
		return this.#next(this.#current()?.primary ?? model, model);
	}

	/** The next model of the chain that is fit, without the one in use having failed; that one rests for so long. */
	async standIn(lengthMs: number, isFit: (model: Model) => Promise<boolean>): Promise<FoundModel | undefined> {
		const { model } = this.#ports.live.parts;
		if (!this.#ports.policy().enabled || !model) return undefined;
		this.#cooldowns.rest(selectorOf(model), lengthMs);
		return this.#next(this.#current()?.primary ?? model, model, isFit);
	}

	/** Lets a chosen model take over. */
	async apply(next: FoundModel): Promise<void> {
		const { live } = this.#ports;
		const { model } = live.parts;
		if (!model) return;
		const standIn = this.#current();
		this.#standIn = {
			primary: standIn?.primary ?? model,
			thinkingLevel: standIn?.thinkingLevel ?? live.chosen.thinkingLevel,
			model: next.model,
			isProven: false,
		};
		await live.useModel(next.model, next.thinkingLevel);
		await live.emit({ type: "retry_fallback_applied", from: selectorOf(model), to: selectorOf(next.model), role });
	}

	/** The model has answered. */
	async noteSuccess(): Promise<void> {
		const standIn = this.#current();
		if (!standIn || standIn.isProven) return;
		standIn.isProven = true;
		const model = selectorOf(standIn.model);
		await this.#ports.live.emit({ type: "retry_fallback_succeeded", model, role });
	}

	/** Between two prompts the chosen model comes back, unless it still has to rest. */
	async beforePrompt(): Promise<undefined> {
		const { live, policy } = this.#ports;
		const standIn = this.#current();
		if (!standIn || policy().revertPolicy === "never") return;
		if (this.#cooldowns.isResting(selectorOf(standIn.primary))) return;
		this.#standIn = undefined;
		await live.useModel(standIn.primary, standIn.thinkingLevel);
	}

	/** `undefined` also when the user has chosen another model meanwhile. */
	#current(): StandIn | undefined {
		const { model } = this.#ports.live.parts;
		if (this.#standIn && (!model || selectorOf(this.#standIn.model) !== selectorOf(model))) this.#standIn = undefined;
		return this.#standIn;
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
			if (!models.isUsable(found.model) || this.#cooldowns.isResting(selectorOf(found.model))) continue;
			if (await isFit(found.model)) return found;
		}
		return undefined;
	}
}

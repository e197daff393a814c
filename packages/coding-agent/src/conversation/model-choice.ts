import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import { type Effort, efforts } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import { clampLevel, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { ConversationEvent } from "./event/event.ts";

/** A model and how hard it thinks. */
export interface ChosenModel {
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	/** How urgently the provider is asked to answer; usual when absent. */
	readonly serviceTier?: string | undefined;
}

interface ModelChoicePorts {
	readonly agent: () => Agent;
	readonly log: () => SessionLog;
	readonly apiKey: (model: Model) => Promise<string | undefined>;
	readonly emit: (event: ConversationEvent) => Promise<void>;
}

/** Which model answers and how hard it thinks; every change is written down. */
export class ModelChoice implements ChosenModel {
	readonly #ports: ModelChoicePorts;
	/** What protocols remember from request to request. */
	readonly #providerState = new Map<string, unknown>();
	#thinkingLevel: ThinkingLevel;
	/** What `auto` came to for the turn under way. */
	#turnLevel: ThinkingLevel | undefined;
	#serviceTier: string | undefined;
	/** What the provider knows the conversation by, once that is no longer the session's own id. */
	#providerSessionId: string | undefined;

	constructor({ thinkingLevel, serviceTier }: ChosenModel, ports: ModelChoicePorts) {
		this.#ports = ports;
		this.#thinkingLevel = thinkingLevel;
		this.#serviceTier = serviceTier;
	}

	get model(): Model | undefined {
		return this.#ports.agent().state.model;
	}

	get thinkingLevel(): ThinkingLevel {
		return this.#thinkingLevel;
	}

	/** As requests are made: `auto` stands for what was found fitting. */
	get effectiveThinkingLevel(): ThinkingLevel {
		return this.#thinkingLevel === "auto" ? (this.#turnLevel ?? "auto") : this.#thinkingLevel;
	}

	get serviceTier(): string | undefined {
		return this.#serviceTier;
	}

	async setModel(model: Model): Promise<void> {
		await this.#change(model);
		if (model.reasoning) await this.setThinkingLevel(this.#thinkingLevel);
	}

	/** For now: the log tells that the default stays what it was. */
	async useForNow(model: Model, thinkingLevel?: ThinkingLevel): Promise<void> {
		if (thinkingLevel) this.#thinkingLevel = thinkingLevel;
		await this.#change(model, "temporary");
	}

	/** The nearest level that the model has. */
	async setThinkingLevel(wish: ThinkingLevel): Promise<void> {
		const level = this.model ? clampLevel(wish, this.model) : wish;
		if (level === this.#thinkingLevel) return;
		this.#thinkingLevel = level;
		this.#ports.log().appendThinkingLevelChange(level);
		await this.#ports.emit({ type: "thinking_level_changed", thinkingLevel: level });
	}

	/** What `auto` comes to until somebody says otherwise; the choice itself stays `auto`. */
	async useTurnLevel(wish: ThinkingLevel): Promise<void> {
		const level = this.model ? clampLevel(wish, this.model) : wish;
		if (level === this.#turnLevel) return;
		this.#turnLevel = level;
		this.#ports.log().appendThinkingLevelChange(level, "auto");
		await this.#ports.emit({ type: "thinking_level_changed", thinkingLevel: level });
	}

	setServiceTier(tier: string | undefined): void {
		if (tier === this.#serviceTier) return;
		this.#serviceTier = tier;
		this.#ports.log().append({ type: "service_tier_change", serviceTier: tier ?? null });
	}

	/** As a log or a snapshot has it; nothing is written. */
	restore({ model, thinkingLevel, serviceTier }: ChosenModel): void {
		this.#ports.agent().setModel(model);
		this.#thinkingLevel = thinkingLevel;
		this.#serviceTier = serviceTier;
		this.#providerSessionId = undefined;
	}

	/** Forgets what the provider is thought to remember of the conversation; how much that was. */
	resetProviderState(): number {
		const { size } = this.#providerState;
		this.#providerState.clear();
		return size;
	}

	/** The same, and the provider takes what follows for another conversation. */
	beginProviderSession(id: string): number {
		this.#providerSessionId = id;
		return this.resetProviderState();
	}

	streamOptions(model: Model): StreamOptions {
		return {
			sessionId: this.#providerSessionId ?? this.#ports.log().id,
			apiKey: () => this.#ports.apiKey(model),
			providerSessionState: this.#providerState,
			...(this.#serviceTier !== undefined && { serviceTier: this.#serviceTier }),
			...effortOption(this.effectiveThinkingLevel),
		};
	}

	async #change(model: Model, role?: string): Promise<void> {
		this.#ports.agent().setModel(model);
		this.#ports.log().appendModelChange(selectorOf(model), role);
		await this.#ports.emit({ type: "model_changed" });
	}
}

function effortOption(level: ThinkingLevel): Pick<StreamOptions, "reasoning"> {
	const effort = efforts.find((candidate): candidate is Effort => candidate === level);
	return effort ? { reasoning: effort } : {};
}

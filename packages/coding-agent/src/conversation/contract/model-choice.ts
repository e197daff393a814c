import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import { type Effort, efforts } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { clampLevel, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { ConversationEvent } from "../event/event.ts";

/** A model and its thinking level. */
export interface ChosenModel {
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	/** The provider's service tier; its default when absent. */
	readonly serviceTier?: string | undefined;
}

interface ModelChoicePorts {
	readonly agent: () => Agent;
	readonly log: () => SessionLog;
	readonly apiKey: (model: Model) => Promise<string | undefined>;
	readonly emit: (event: ConversationEvent) => Promise<void>;
}

/** The model and thinking level in use; changes are written to the log. */
export class ModelChoice implements ChosenModel {
	readonly #ports: ModelChoicePorts;
	/** State that protocols keep between requests. */
	readonly #providerState = new Map<string, unknown>();
	#thinkingLevel: ThinkingLevel;
	/** `auto` as resolved for the current turn. */
	#turnLevel: ThinkingLevel | undefined;
	#serviceTier: string | undefined;
	/** The session id sent to the provider, once it differs from the session's own. */
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

	/** The level sent with requests: `auto` is resolved. */
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

	/** Temporary: the log marks the change so that the default model stays. */
	async override(model: Model, thinkingLevel?: ThinkingLevel): Promise<void> {
		if (thinkingLevel) this.#thinkingLevel = thinkingLevel;
		await this.#change(model, "temporary");
	}

	/** Uses the nearest level that the model supports. */
	async setThinkingLevel(wish: ThinkingLevel): Promise<void> {
		const level = this.model ? clampLevel(wish, this.model) : wish;
		if (level === this.#thinkingLevel) return;
		this.#thinkingLevel = level;
		this.#ports.log().appendThinkingLevelChange(level);
		await this.#ports.emit({ type: "thinking_level_changed", thinkingLevel: level });
	}

	/** Resolves `auto` until the next call; the user's choice stays `auto`. */
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

	/** Restores a state from a log or a snapshot; writes nothing. */
	restore({ model, thinkingLevel, serviceTier }: ChosenModel): void {
		this.#ports.agent().setModel(model);
		this.#thinkingLevel = thinkingLevel;
		this.#serviceTier = serviceTier;
		this.#providerSessionId = undefined;
	}

	/** Drops provider state; returns how many states there were. */
	resetProviderState(): number {
		const { size } = this.#providerState;
		this.#providerState.clear();
		return size;
	}

	/** The same, and starts a new session id at the provider. */
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

/** As an option of a request; nothing for `auto` and `off`. */
export function effortOption(level: ThinkingLevel): Pick<StreamOptions, "reasoning"> {
	const effort = efforts.find((candidate): candidate is Effort => candidate === level);
	return effort ? { reasoning: effort } : {};
}

import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import {
	contextTokens,
	estimateRequest,
	isMeasure,
	type Measures,
	measuredTokens,
	type RequestParts,
} from "./context-tokens.ts";
import { RunningEstimate } from "./running-estimate.ts";

const ratioLimits = { min: 0.5, max: 3 };

/** Measures the context size, and calibrates the estimates with the usage of every reply. */
export class ContextMeter {
	readonly #stale = new WeakSet<AgentMessage>();
	readonly #running = new RunningEstimate();
	readonly #estimateAll: Measures["estimateAll"] = (messages, billing) => this.#running.of(messages, billing);
	#ratio = 1;
	/** Tokens removed from the context since the last measurement. */
	#saved = 0;

	/** Measured tokens divided by estimated tokens of the last turn. */
	get ratio(): number {
		return this.#ratio;
	}

	tokens(parts: RequestParts): number {
		const isStale = (reply: AssistantMessage) => this.#stale.has(reply);
		return Math.max(
			0,
			contextTokens(parts, { ratio: this.#ratio, isStale, estimateAll: this.#estimateAll }) - this.#saved,
		);
	}

	/** Updates the ratio from a reply; `parts` is the context with the reply at its end. */
	observe(parts: RequestParts): void {
		const reply = parts.messages.at(-1);
		if (!reply || !isMeasure(reply)) return;
		this.#saved = 0;
		const estimated = estimateRequest(parts, { estimateAll: this.#estimateAll });
		if (estimated === 0) return;
		this.#ratio = Math.min(ratioLimits.max, Math.max(ratioLimits.min, measuredTokens(reply) / estimated));
	}

	/** Ignores the usage of these messages, because the context has changed since. */
	invalidate(messages: readonly AgentMessage[]): void {
		this.#saved = 0;
		for (const message of messages) if (message.role === "assistant") this.#stale.add(message);
	}

	isStale(reply: AssistantMessage): boolean {
		return this.#stale.has(reply);
	}

	/** Subtracts estimated tokens that were removed from the context. */
	discount(tokens: number): void {
		this.#saved += Math.ceil(tokens * this.#ratio);
	}
}

/** Messages of a resumed session whose usage predates its last compaction. */
export function measuredBeforeCompaction(messages: readonly AgentMessage[]): AgentMessage[] {
	const compaction = messages.find((message) => message.role === "compactionSummary");
	return compaction ? messages.filter((message) => message.timestamp <= compaction.timestamp) : [];
}

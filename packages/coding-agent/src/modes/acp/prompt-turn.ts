import { type PromptResponse, RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage, Usage } from "@oh-my-pi/pi-ai/message";

/** One `session/prompt`: what its replies cost, and how it ends. */
export class PromptTurn {
	readonly #cancellation = new AbortController();
	#last: AssistantMessage | undefined;
	readonly #usages: Usage[] = [];

	/** Fires when the client cancels. */
	get signal(): AbortSignal {
		return this.#cancellation.signal;
	}

	get isCancelled(): boolean {
		return this.signal.aborted;
	}

	cancel(): void {
		this.#cancellation.abort();
	}

	onMessage(message: AgentMessage): void {
		if (message.role !== "assistant" || !("usage" in message)) return;
		this.#last = message;
		this.#usages.push(message.usage);
	}

	/** Throws what went wrong with the model. */
	answer(): PromptResponse {
		const usage = this.#usages.length > 0 ? { usage: total(this.#usages) } : {};
		if (this.isCancelled || this.#last?.stopReason === "aborted") return { stopReason: "cancelled", ...usage };
		const { stopReason, stopDetails, errorMessage = "The model gave no answer" } = this.#last ?? {};
		if (stopDetails && /refusal|sensitive|content_filter|safety|blocklist|prohibited|guardrail/i.test(stopDetails.type))
			return { stopReason: "refusal", ...usage };
		if (stopReason === "error") throw RequestError.internalError({ details: errorMessage }, errorMessage);
		return { stopReason: stopReason === "length" ? "max_tokens" : "end_turn", ...usage };
	}
}

function total(usages: readonly Usage[]): NonNullable<PromptResponse["usage"]> {
	const sum = (count: (usage: Usage) => number) => usages.reduce((all, usage) => all + count(usage), 0);
	return {
		inputTokens: sum(({ input }) => input),
		outputTokens: sum(({ output }) => output),
		cachedReadTokens: sum(({ cacheRead }) => cacheRead),
		cachedWriteTokens: sum(({ cacheWrite }) => cacheWrite),
		thoughtTokens: sum(({ reasoningTokens = 0 }) => reasoningTokens),
		totalTokens: sum(({ totalTokens }) => totalTokens),
	};
}

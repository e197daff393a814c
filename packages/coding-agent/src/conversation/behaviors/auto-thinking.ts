import { isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { type Context, type Effort, joinText } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { type AsidePorts, askAside } from "../aside/ask-aside.ts";
import type { Hook, StartingPrompt } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import classifyText from "./prompts/classify.md" with { type: "text" };

interface AutoThinkingPorts extends AsidePorts {
	/** The small model that classifies; `undefined` when there is none. */
	readonly classifier: () => Promise<Model | undefined>;
	readonly now: () => number;
}

const choices = ["low", "medium", "high", "xhigh"] as const satisfies readonly Effort[];
const whenUnsure: Effort = "high";
const deadlineMs = 3000;
const maxPromptChars = 4000;

/** Picks the thinking level of each prompt while the level is `auto`. */
export class AutoThinking implements Hook {
	readonly name = "auto-thinking";
	readonly order = hookOrder.autoThinking;
	readonly #live: Pick<LiveContext, "chosen" | "useTurnLevel">;
	readonly #ports: AutoThinkingPorts;
	#isHard = false;

	constructor(live: Pick<LiveContext, "chosen" | "useTurnLevel">, ports: AutoThinkingPorts) {
		this.#live = live;
		this.#ports = ports;
	}

	/** The next prompt uses the highest level. */
	useMaxThinkingOnce(): void {
		this.#isHard = true;
	}

	/** The level stays for the whole run, to keep the prompt cache valid. */
	async beforePrompt({ message, signal }: Pick<StartingPrompt, "message" | "signal">): Promise<undefined> {
		if (this.#live.chosen.thinkingLevel !== "auto" || !isLlmMessage(message) || message.role !== "user") return;
		const isHard = this.#isHard;
		this.#isHard = false;
		await this.#live.useTurnLevel(isHard ? "max" : await this.#levelFor(joinText(message.content), signal));
	}

	/** Asks the classifier; `high` on any failure. */
	async #levelFor(prompt: string, signal: AbortSignal): Promise<Effort> {
		const { classifier, now, retry } = this.#ports;
		try {
			const model = await classifier();
			if (!model) return whenUnsure;
			const context = classification(prompt, now());
			const limits = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
			const optionsFor = () => ({ maxTokens: 16, reasoning: undefined });
			const once = { ...this.#ports, retry: { ...retry, enabled: false } };
			const answer = await askAside({ contextFor: () => context, optionsFor, signal: limits }, [model], once);
			const words: readonly string[] = answer.toLowerCase().match(/[a-z]+/g) ?? [];
			return choices.find((level) => words.includes(level)) ?? whenUnsure;
		} catch {
			// If the provider is down, the turn itself reports it.
			return whenUnsure;
		}
	}
}

function classification(prompt: string, timestamp: number): Context {
	const content = prompt.slice(0, maxPromptChars);
	return {
		systemPrompt: [renderPrompt(classifyText)],
		messages: [{ role: "user", content, attribution: "agent", timestamp }],
		tools: [],
	};
}

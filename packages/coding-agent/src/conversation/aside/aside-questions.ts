import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { noModelText } from "../contract/no-model-text.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import { type AsidePorts, askAside, requestAside } from "./ask-aside.ts";
import asideQuestion from "./prompts/question.md" with { type: "text" };

/** Requests outside the conversation; neither question nor answer is added to the history. */
export class AsideQuestions {
	readonly #live: LiveContext;
	readonly #ports: AsidePorts;
	readonly #host: { now(): number; newId(): string };

	constructor(live: LiveContext, ports: AsidePorts, host: { now(): number; newId(): string }) {
		this.#live = live;
		this.#ports = ports;
		this.#host = host;
	}

	/** Answers a user's question with the whole context. */
	async ask(question: string, signal: AbortSignal): Promise<string> {
		const { model } = this.#live.parts;
		if (!model) throw new Error(noModelText);
		const content = renderPrompt(asideQuestion, { question });
		const message = { role: "user", content, attribution: "user", timestamp: this.#host.now() } as const;
		const context = await this.#live.contextWith([message], signal);
		const optionsFor = () => ({ toolChoice: "none" }) as const;
		return askAside({ contextFor: () => context, optionsFor, signal }, [model], this.#ports);
	}

	/** A request without the conversation's context. Background work, so there are no retries. */
	async askAlone(
		question: {
			readonly systemPrompt: string;
			readonly text: string;
			readonly maxTokens: number;
			readonly purpose?: "title" | "memory";
		},
		model: Model,
		signal: AbortSignal,
	): Promise<string> {
		const { systemPrompt, text: content, maxTokens, purpose } = question;
		const message = { role: "user", content, attribution: "agent", timestamp: this.#host.now() } as const;
		const context: Context = { systemPrompt: [systemPrompt], messages: [message], tools: [] };
		const optionsFor = () => ({ maxTokens, reasoning: undefined });
		const once = { ...this.#ports, retry: { ...this.#ports.retry, enabled: false } };
		const aside = { contextFor: () => context, optionsFor, signal, ...(purpose && { purpose }) };
		return askAside(aside, [model], once);
	}

	/** One request with a context of somebody else; gives the whole reply, also a failed one. */
	request(context: Context, options: StreamOptions, model: Model, signal: AbortSignal): Promise<AssistantMessage> {
		return requestAside({ contextFor: () => context, optionsFor: () => options, signal }, model, this.#ports);
	}

	/** The context of the next request. */
	nextContext(): Promise<Context> {
		return this.#live.contextWith([], new AbortController().signal);
	}

	/** Drops provider state and starts a new provider session; returns how many states were dropped. */
	refreshProvider(): number {
		return this.#live.beginProviderSession(this.#host.newId());
	}
}

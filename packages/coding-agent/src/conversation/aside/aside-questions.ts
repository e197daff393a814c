import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import type { LiveContext } from "../hooks/live-context.ts";
import { noModelText } from "../no-model-text.ts";
import { type AsidePorts, askAside } from "./ask-aside.ts";
import asideQuestion from "./prompts/question.md" with { type: "text" };

/** What can be asked beside the conversation: nothing of it is remembered. */
export class AsideQuestions {
	readonly #live: LiveContext;
	readonly #ports: AsidePorts;
	readonly #host: { now(): number; newId(): string };

	constructor(live: LiveContext, ports: AsidePorts, host: { now(): number; newId(): string }) {
		this.#live = live;
		this.#ports = ports;
		this.#host = host;
	}

	/** A question of the user's, answered with all that was said so far in mind. */
	async ask(question: string, signal: AbortSignal): Promise<string> {
		const { model } = this.#live.parts;
		if (!model) throw new Error(noModelText);
		const content = renderPrompt(asideQuestion, { question });
		const message = { role: "user", content, attribution: "user", timestamp: this.#host.now() } as const;
		const context = await this.#live.contextWith([message], signal);
		const optionsFor = () => ({ toolChoice: "none" }) as const;
		return askAside({ contextFor: () => context, optionsFor, signal }, [model], this.#ports);
	}

	/** A question to a model that hears nothing of the conversation; nobody waits for the answer, so it is asked once. */
	async askAlone(
		question: { readonly systemPrompt: string; readonly text: string; readonly maxTokens: number },
		model: Model,
		signal: AbortSignal,
	): Promise<string> {
		const { systemPrompt, text: content, maxTokens } = question;
		const message = { role: "user", content, attribution: "agent", timestamp: this.#host.now() } as const;
		const context: Context = { systemPrompt: [systemPrompt], messages: [message], tools: [] };
		const optionsFor = () => ({ maxTokens, reasoning: undefined });
		const once = { ...this.#ports, retry: { ...this.#ports.retry, enabled: false } };
		return askAside({ contextFor: () => context, optionsFor, signal }, [model], once);
	}

	/** What the next request would tell the model. */
	nextContext(): Promise<Context> {
		return this.#live.contextWith([], new AbortController().signal);
	}

	/** Begins anew with the provider, not with the conversation; how many things that were remembered are forgotten. */
	refreshProvider(): number {
		return this.#live.beginProviderSession(this.#host.newId());
	}
}

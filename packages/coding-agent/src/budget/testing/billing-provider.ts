import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { failReply, finishReply } from "@oh-my-pi/pi-ai/reply/finish-reply";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import { emptyUsage, settleUsage } from "@oh-my-pi/pi-ai/reply/usage";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { Random } from "@oh-my-pi/pi-testkit/seeded-random";
import { toNanos } from "../usage-meter.ts";

/** How a request goes, chosen at random. */
interface Fate {
	/** Attempts refused by the provider before the one that counts. */
	readonly refusals: number;
	/** Attempts that break after the response has begun, billed for their prompt. */
	readonly breaks: number;
	readonly outputTokens: number;
	/** The stream breaks before its end. */
	readonly isCut: boolean;
}

/** A provider that bills what it generates, whatever the client learns of it. */
export class BillingProvider {
	billedNanos = 0;
	/** What the client was told, of requests that came to their end. */
	reportedNanos = 0;
	requests = 0;
	readonly #random: Random;
	readonly #onBill: (billedNanos: number) => void;

	constructor(random: Random, onBill: (billedNanos: number) => void = () => {}) {
		this.#random = random;
		this.#onBill = onBill;
	}

	readonly stream: StreamFn = (model, context, options = {}) => {
		const events = new AssistantMessageEventStream();
		void this.#answer(model, context, options, events);
		return events;
	};

	async #answer(model: Model, context: Context, options: StreamOptions, events: AssistantMessageEventStream) {
		const fate = this.#fate(model, options);
		const timing = { startedAt: 0, firstContentAt: 0, endedAt: 0 };
		const reply = new Reply(model, 0, (event) => events.push(event));
		const prompt = this.#promptTokens(context);
		events.push({ type: "start", partial: reply.message });
		try {
			for (let failed = 0; failed < fate.refusals + fate.breaks; failed++) {
				await this.#begin(options);
				if (failed < fate.refusals) continue;
				await options.onResponse?.({ status: 200, headers: new Headers() });
				this.#bill(model, prompt, 0);
			}
			await this.#begin(options);
			if (this.#random.oneIn(20)) throw new ProviderError("overloaded", "Overloaded", { status: 529 });
			await options.onResponse?.({ status: 200, headers: new Headers() });
			await this.#generate(model, prompt, fate, reply, options);
			reply.setUsage({ input: prompt, output: fate.outputTokens });
			if (fate.outputTokens >= model.maxTokens) reply.setStop("length");
			const final = finishReply(reply, model, timing);
			this.reportedNanos += toNanos(reply.message.usage.cost.total);
			events.push(final);
		} catch (error) {
			events.push(failReply(reply, error, model, timing, { aborted: options.signal?.aborted ?? false }));
		}
	}

	#fate(model: Model, options: StreamOptions): Fate {
		const max = Math.min(model.maxTokens, options.maxTokens ?? model.maxTokens);
		return {
			refusals: this.#random.oneIn(6) ? 1 + this.#random.below(2) : 0,
			breaks: this.#random.oneIn(12) ? 1 : 0,
			// Often all that was allowed, which is what caps must bear.
			outputTokens: this.#random.oneIn(3) ? max : 1 + this.#random.below(max),
			isCut: this.#random.oneIn(10),
		};
	}

	async #begin(options: StreamOptions): Promise<void> {
		await Bun.sleep(0);
		options.signal?.throwIfAborted();
		await options.onPayload?.({});
		this.requests++;
	}

	/** Streams four bytes a token, and bills for what was generated, also when nobody reads on. */
	async #generate(model: Model, prompt: number, fate: Fate, reply: Reply, { signal }: StreamOptions): Promise<void> {
		const steps = 1 + this.#random.below(4);
		const cutAt = fate.isCut ? this.#random.below(steps) : steps;
		let done = 0;
		try {
			for (let step = 0; step < steps; step++) {
				if (step === cutAt) throw new ProviderError("network", "The connection broke");
				const tokens = step === steps - 1 ? fate.outputTokens - done : Math.floor(fate.outputTokens / steps);
				reply.appendText("text", "abcd".repeat(tokens));
				done += tokens;
				await Bun.sleep(0);
				signal?.throwIfAborted();
			}
		} finally {
			this.#bill(model, prompt, done);
		}
	}

	#bill(model: Model, input: number, output: number): void {
		const usage = { ...emptyUsage(), input, output };
		settleUsage(usage, model.cost);
		this.billedNanos += toNanos(usage.cost.total);
		this.#onBill(this.billedNanos);
	}

	/** Between 1.6 and 5 bytes a token. */
	#promptTokens({ systemPrompt = [], messages }: Context): number {
		const bytes = JSON.stringify([systemPrompt, messages.map(({ content }) => content)]).length;
		return Math.max(1, Math.floor(bytes / (2 + this.#random.below(4))));
	}
}

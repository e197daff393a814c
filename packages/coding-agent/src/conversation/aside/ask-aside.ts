import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { raceAbort, type sleep } from "@oh-my-pi/pi-utils/abort";
import { isRetryable, isTooLong, type RetryLimits, wishedWaitMs } from "../recovery/retry-policy.ts";

export interface AsidePorts {
	readonly streamFn: StreamFn;
	readonly streamOptions: (model: Model) => StreamOptions;
	readonly retry: RetryLimits;
	readonly sleep: typeof sleep;
	readonly random?: () => number;
}

/** A request to a model outside the conversation. */
export interface Aside {
	readonly contextFor: (model: Model) => Context;
	readonly optionsFor?: (model: Model) => StreamOptions;
	readonly signal: AbortSignal;
	/** For accounts of spending; `helper` by default. */
	readonly purpose?: "compaction" | "title" | "advisor" | "memory";
}

/** No candidate answered; the message is the last error. */
export class AsideError extends Error {
	override readonly name = "AsideError";
	readonly kind: "empty" | "failed";
	constructor(kind: AsideError["kind"], message: string) {
		super(message);
		this.kind = kind;
	}
}

const triesPerModel = 3;
/** With another candidate left, a longer wait moves on to it. */
const longWaitMs = 10_000;

/** The first non-empty answer of the candidates, asked in order. Rejects at once when aborted. */
export async function askAside(aside: Aside, candidates: readonly Model[], ports: AsidePorts): Promise<string> {
	let problem = new AsideError("failed", "No model is available");
	for (const [index, model] of candidates.entries()) {
		const maxDelayMs = index < candidates.length - 1 ? longWaitMs : ports.retry.maxDelayMs;
		const tries = ports.retry.enabled ? Math.min(triesPerModel, ports.retry.maxRetries + 1) : 1;
		for (let attempt = 1; attempt <= tries; attempt++) {
			const reply = await requestAside(aside, model, ports);
			const text = reply.content
				.flatMap((block) => (block.type === "text" ? [block.text] : []))
				.join("\n")
				.trim();
			if (reply.stopReason !== "error" && text !== "") return text;
			problem =
				reply.errorMessage === undefined
					? new AsideError("empty", `${selectorOf(model)} gave an empty answer`)
					: new AsideError("failed", reply.errorMessage);
			const waitMs = wishedWaitMs(reply, attempt, ports.retry, ports.random ?? Math.random);
			const isWorthIt = attempt < tries && isRetryable(reply);
			if (!isWorthIt || isTooLong(waitMs, { maxDelayMs })) break;
			await ports.sleep(waitMs, { signal: aside.signal });
		}
	}
	throw problem;
}

/** One request, whatever comes of it. */
export async function requestAside(aside: Aside, model: Model, ports: AsidePorts): Promise<AssistantMessage> {
	const { signal } = aside;
	signal.throwIfAborted();
	// Provider state belongs to the conversation, not to this request.
	const options = {
		...ports.streamOptions(model),
		providerSessionState: undefined,
		// Retried here, not by the transport.
		maxRetries: 0,
		purpose: aside.purpose ?? "helper",
		...aside.optionsFor?.(model),
		signal,
	};
	const stream = ports.streamFn(model, aside.contextFor(model), options);
	const reply = await raceAbort(stream.result(), signal);
	signal.throwIfAborted();
	return reply;
}

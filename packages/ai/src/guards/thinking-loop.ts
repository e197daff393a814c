import { ProviderError } from "../errors/provider-error.ts";
import type { Model } from "../model/model.ts";
import type { AssistantMessageEvent } from "../reply/event.ts";

/** Families known for thinking loops. */
const suspects = /gemini|deepseek|grok/i;
const windowCharacters = 250;
const repeatedCharacters = 180;
const rememberedSegments = 16;
const similarity = 0.8;
const maxSimilarSegments = 6;
const maxHeaders = 24;

/**
 * Detects thinking loops in a stream and ends them with a retryable error. After a tool call the stream is not
 * interrupted any more.
 */
export class ThinkingLoopGuard {
	#tail = "";
	#segment = "";
	#segments: Set<string>[] = [];
	#similar = 0;
	#headers = 0;
	#isOff: boolean;

	constructor(model: Pick<Model, "id">, env: Readonly<Record<string, string | undefined>>) {
		this.#isOff = env.PI_NO_THINKING_LOOP_GUARD === "1" || !suspects.test(model.id);
	}

	watch(event: AssistantMessageEvent): void {
		if (event.type === "toolcall_start") this.#isOff = true;
		if (this.#isOff || event.type !== "thinking_delta") return;
		this.#tail = (this.#tail + event.delta).slice(-windowCharacters);
		if (isPeriodic(this.#tail)) throw loop("the same words again and again");
		this.#segment += event.delta;
		const parts = this.#segment.split(/\n+/);
		this.#segment = parts.pop() ?? "";
		for (const part of parts) this.#take(part.trim());
	}

	#take(segment: string): void {
		if (segment === "") return;
		this.#headers = /^(\*\*[^*]+\*\*|#{1,6}\s.+)$/.test(segment) ? this.#headers + 1 : 0;
		if (this.#headers > maxHeaders) throw loop("one heading after another");
		if (segment.length < 40) return;
		const grams = trigrams(segment);
		this.#similar = this.#segments.some((earlier) => jaccard(earlier, grams) >= similarity) ? this.#similar + 1 : 0;
		this.#segments = [...this.#segments, grams].slice(-rememberedSegments);
		if (this.#similar >= maxSimilarSegments) throw loop("nothing new");
	}
}

/** True when the text ends in many repetitions of a short piece. */
function isPeriodic(tail: string): boolean {
	if (tail.length < windowCharacters) return false;
	const end = tail.slice(-repeatedCharacters);
	for (let period = 1; period <= 40; period++) {
		if (end.slice(period) === end.slice(0, -period) && end.trim() !== "") return true;
	}
	return false;
}

function trigrams(text: string): Set<string> {
	const lower = text.toLowerCase().replace(/\s+/g, " ");
	const grams = new Set<string>();
	for (let index = 0; index + 3 <= lower.length; index++) grams.add(lower.slice(index, index + 3));
	return grams;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	let shared = 0;
	for (const gram of a) if (b.has(gram)) shared++;
	return shared / (a.size + b.size - shared);
}

function loop(what: string): ProviderError {
	return new ProviderError("thinking-loop", `The model's thinking went in circles (${what}) and was stopped`);
}

import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { Aside } from "../../aside/ask-aside.ts";
import { estimateText } from "../../context/estimate-tokens.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import { readImageHistory } from "../../history/image-history.ts";
import { type Passage, serialize } from "../../history/serialize.ts";
import type { SummaryOptions } from "../compaction-method.ts";
import { inputLimit, reserveTokens } from "../threshold.ts";
import focusPrompt from "./prompts/focus.md" with { type: "text" };
import shortSummaryPrompt from "./prompts/short-summary.md" with { type: "text" };
import summarizerPrompt from "./prompts/summarizer.md" with { type: "text" };
import summaryPrompt from "./prompts/summary.md" with { type: "text" };
import summaryFormat from "./prompts/summary-format.md" with { type: "text" };
import summaryUpdatePrompt from "./prompts/summary-update.md" with { type: "text" };
import turnPrefixPrompt from "./prompts/turn-prefix.md" with { type: "text" };

/** Sends a request outside the conversation and returns the text of the answer. */
export type Ask = (aside: Omit<Aside, "signal">, signal: AbortSignal) => Promise<string>;

const turnContext = "**Turn Context (split turn):**";

/** Summarizes the removed messages; the start of a split turn gets a section of its own. */
export async function summarize(
	preparation: Preparation,
	options: SummaryOptions,
	ask: Ask,
	signal: AbortSignal,
): Promise<string> {
	const { history, turnPrefix, previousSummary } = preparation;
	const hasHistory = history.length > 0 || readImageHistory(preparation.previousPreserveData) !== undefined;
	const sibling = new AbortController();
	const either = AbortSignal.any([signal, sibling.signal]);
	try {
		const [past, prefix] = await Promise.all([
			hasHistory ? ask(historyAside(preparation, options), either) : previousSummary,
			turnPrefix.length > 0 ? ask(turnPrefixAside(turnPrefix, options, hasHistory), either) : undefined,
		]);
		if (prefix === undefined) return past ?? "";
		return [past, `${turnContext}\n\n${prefix}`].filter(Boolean).join("\n\n---\n\n");
	} catch (error) {
		sibling.abort(error);
		throw error;
	}
}

/** Request for two or three sentences about a summary. */
export function shortSummaryAside(summary: string): Omit<Aside, "signal"> {
	const prompt = renderPrompt(shortSummaryPrompt, { summary });
	return {
		contextFor: () => request(prompt),
		optionsFor: (model) => ({ maxTokens: Math.min(512, model.maxTokens), disableReasoning: true }),
	};
}

/** Request for a summary of messages, cut to the window of the answering model. */
export function summaryAside(
	messages: readonly SessionMessage[],
	instructions: string,
	options: Pick<SummaryOptions, "reserveTokens" | "additionalContext"> & {
		previousSummary?: string | undefined;
		/** A history that comes before the messages. */
		before?: readonly Passage[];
	},
): Omit<Aside, "signal"> {
	const passages = [...(options.before ?? []), ...serialize(messages)];
	const around = (conversation: string) =>
		[
			tagged("conversation", conversation),
			...(options.previousSummary ? [tagged("previous-summary", options.previousSummary)] : []),
			...(options.additionalContext?.length
				? [tagged("additional-context", options.additionalContext.join("\n"))]
				: []),
			instructions,
		].join("\n\n");
	const overhead = estimateText(summarizerPrompt) + estimateText(around(""));
	const maxTokens = (model: Model) => summaryTokens(model, options.reserveTokens);
	return {
		contextFor: (model) =>
			request(around(fitPassages(passages, inputLimit(model) - maxTokens(model) - overhead - margin))),
		optionsFor: (model): StreamOptions => ({ maxTokens: maxTokens(model) }),
	};
}

/** Safety margin for token estimates. */
const margin = 1000;

function historyAside(preparation: Preparation, options: SummaryOptions): Omit<Aside, "signal"> {
	const { history, previousPreserveData } = preparation;
	const earlier = readImageHistory(previousPreserveData);
	// The summary beside a history kept as images only has its edges.
	const previousSummary = earlier ? undefined : preparation.previousSummary;
	const format = summaryFormat.trim();
	const builtIn = renderPrompt(previousSummary ? summaryUpdatePrompt : summaryPrompt, { format });
	const instructions = withFocus(options.instructions ?? builtIn, options.focus);
	return summaryAside(history, instructions, {
		...options,
		previousSummary,
		before: earlierPassages(earlier?.text ?? ""),
	});
}

const passageLength = 4000;

/** In parts, so that the oldest can be dropped to make room. */
function earlierPassages(text: string): Passage[] {
	const count = Math.ceil(text.length / passageLength);
	return Array.from({ length: count }, (_, index) => ({
		kind: "said",
		text: text.slice(index * passageLength, (index + 1) * passageLength),
	}));
}

/** What extensions add is said in the one request, or in that for the history. */
function turnPrefixAside(
	turnPrefix: readonly SessionMessage[],
	options: SummaryOptions,
	hasHistory: boolean,
): Omit<Aside, "signal"> {
	const { reserveTokens, focus, additionalContext, instructions } = options;
	const builtIn = renderPrompt(turnPrefixPrompt);
	return summaryAside(turnPrefix, withFocus(hasHistory ? builtIn : (instructions ?? builtIn), focus), {
		reserveTokens,
		...(!hasHistory && { additionalContext }),
	});
}

/** Appends the user's focus to the instructions. */
export function withFocus(instructions: string, focus: string | undefined): string {
	return focus ? `${instructions}\n\n${renderPrompt(focusPrompt, { focus })}` : instructions;
}

function summaryTokens(model: Model, wished: number | undefined): number {
	return Math.min(Math.floor(0.8 * reserveTokens(inputLimit(model), wished)), model.maxTokens);
}

function request(text: string): Context {
	return { systemPrompt: [renderPrompt(summarizerPrompt)], messages: [{ role: "user", content: text, timestamp: 0 }] };
}

/** Wraps text in a tag that the text cannot close. */
function tagged(tag: string, text: string): string {
	return `<${tag}>\n${text.replaceAll(`</${tag}>`, `<\\/${tag}>`)}\n</${tag}>`;
}

const droppedOutput = "[tool output dropped to make room]";

/** Joins passages within a token budget: drops the oldest tool output first, then the oldest passages. */
export function fitPassages(passages: readonly Passage[], maxTokens: number): string {
	const kept = passages.map(({ text }) => text);
	const sizes = kept.map(tokensOf);
	let total = sizes.reduce((sum, size) => sum + size, 0);
	for (let index = 0; index < kept.length && total > maxTokens; index++) {
		if (passages[index]?.kind !== "tool-output") continue;
		total -= (sizes[index] ?? 0) - tokensOf(droppedOutput);
		sizes[index] = tokensOf(droppedOutput);
		kept[index] = droppedOutput;
	}
	let first = 0;
	// Keep the last passage: there must be something to summarize.
	while (total > maxTokens && first < kept.length - 1) total -= sizes[first++] ?? 0;
	const omitted = first === 0 ? [] : [`[${first} earlier passages left out to make room]`];
	return [...omitted, ...kept.slice(first)].join("\n\n");
}

/** Includes the blank line that follows. */
function tokensOf(text: string): number {
	return estimateText(text) + 1;
}

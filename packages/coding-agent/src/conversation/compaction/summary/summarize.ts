import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import type { Aside } from "../../aside/ask-aside.ts";
import { estimateText } from "../../context/estimate-tokens.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import { type Passage, serialize } from "../../history/serialize.ts";
import type { SummaryWishes } from "../condense.ts";
import { inputLimit, reserveTokens } from "../threshold.ts";
import focusPrompt from "./prompts/focus.md" with { type: "text" };
import shortSummaryPrompt from "./prompts/short-summary.md" with { type: "text" };
import summarizerPrompt from "./prompts/summarizer.md" with { type: "text" };
import summaryPrompt from "./prompts/summary.md" with { type: "text" };
import summaryFormat from "./prompts/summary-format.md" with { type: "text" };
import summaryUpdatePrompt from "./prompts/summary-update.md" with { type: "text" };
import turnPrefixPrompt from "./prompts/turn-prefix.md" with { type: "text" };

/** Gives the text of an answer; the first argument says what is asked of whichever model answers. */
export type Ask = (aside: Omit<Aside, "signal">, signal: AbortSignal) => Promise<string>;

const turnContext = "**Turn Context (split turn):**";

/** The words that will stand for what goes; a turn that is cut in two gets a part of its own. */
export async function summarize(
	preparation: Preparation,
	wishes: SummaryWishes,
	ask: Ask,
	signal: AbortSignal,
): Promise<string> {
	const { history, turnPrefix, previousSummary } = preparation;
	const sibling = new AbortController();
	const either = AbortSignal.any([signal, sibling.signal]);
	try {
		const [past, prefix] = await Promise.all([
			history.length > 0 ? ask(historyAside(preparation, wishes), either) : previousSummary,
			turnPrefix.length > 0 ? ask(turnPrefixAside(turnPrefix, wishes), either) : undefined,
		]);
		if (prefix === undefined) return past ?? "";
		return [past, `${turnContext}\n\n${prefix}`].filter(Boolean).join("\n\n---\n\n");
	} catch (error) {
		sibling.abort(error);
		throw error;
	}
}

/** Two or three sentences about a summary. */
export function shortSummaryAside(summary: string): Omit<Aside, "signal"> {
	const prompt = renderPrompt(shortSummaryPrompt, { summary });
	return {
		contextFor: () => request(prompt),
		optionsFor: (model) => ({ maxTokens: Math.min(512, model.maxTokens), disableReasoning: true }),
	};
}

/** A request for a summary of messages, cut to what the model that answers can take. */
export function summaryAside(
	messages: readonly SessionMessage[],
	instructions: string,
	wishes: Pick<SummaryWishes, "reserveTokens" | "additionalContext"> & { previousSummary?: string | undefined },
): Omit<Aside, "signal"> {
	const passages = serialize(messages);
	const around = (conversation: string) =>
		[
			tagged("conversation", conversation),
			...(wishes.previousSummary ? [tagged("previous-summary", wishes.previousSummary)] : []),
			...(wishes.additionalContext?.length ? [tagged("additional-context", wishes.additionalContext.join("\n"))] : []),
			instructions,
		].join("\n\n");
	const overhead = estimateText(summarizerPrompt) + estimateText(around(""));
	const maxTokens = (model: Model) => summaryTokens(model, wishes.reserveTokens);
	return {
		contextFor: (model) =>
			request(around(fitPassages(passages, inputLimit(model) - maxTokens(model) - overhead - margin))),
		optionsFor: (model): StreamOptions => ({ maxTokens: maxTokens(model) }),
	};
}

/** Estimates are only estimates. */
const margin = 1000;

function historyAside(preparation: Preparation, wishes: SummaryWishes): Omit<Aside, "signal"> {
	const { history, previousSummary } = preparation;
	const format = summaryFormat.trim();
	const own = renderPrompt(previousSummary ? summaryUpdatePrompt : summaryPrompt, { format });
	const instructions = withFocus(wishes.instructions ?? own, wishes.focus);
	return summaryAside(history, instructions, { ...wishes, previousSummary });
}

function turnPrefixAside(turnPrefix: readonly SessionMessage[], wishes: SummaryWishes): Omit<Aside, "signal"> {
	return summaryAside(turnPrefix, withFocus(renderPrompt(turnPrefixPrompt), wishes.focus), {
		reserveTokens: wishes.reserveTokens,
	});
}

/** Instructions with what the user wants to be looked after in particular. */
export function withFocus(instructions: string, focus: string | undefined): string {
	return focus ? `${instructions}\n\n${renderPrompt(focusPrompt, { focus })}` : instructions;
}

function summaryTokens(model: Model, wished: number | undefined): number {
	return Math.min(Math.floor(0.8 * reserveTokens(inputLimit(model), wished)), model.maxTokens);
}

function request(text: string): Context {
	return { systemPrompt: [renderPrompt(summarizerPrompt)], messages: [{ role: "user", content: text, timestamp: 0 }] };
}

/** What is quoted cannot close the quotation. */
function tagged(tag: string, text: string): string {
	return `<${tag}>\n${text.replaceAll(`</${tag}>`, `<\\/${tag}>`)}\n</${tag}>`;
}

const droppedOutput = "[tool output dropped to make room]";

/** The passages as one text within a budget: the oldest tool output goes first, then the oldest passages. */
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
	// The last one stays in any case: a summary of nothing is of no use.
	while (total > maxTokens && first < kept.length - 1) total -= sizes[first++] ?? 0;
	const omitted = first === 0 ? [] : [`[${first} earlier passages left out to make room]`];
	return [...omitted, ...kept.slice(first)].join("\n\n");
}

/** With the blank line that follows. */
function tokensOf(text: string): number {
	return estimateText(text) + 1;
}

import { compactedItems, compactingModel } from "@oh-my-pi/pi-ai/compaction";
import type { Model } from "@oh-my-pi/pi-ai/model";
import { isRecord } from "@oh-my-pi/pi-session/entry";
import type { CompactionSummaryMessage } from "@oh-my-pi/pi-session/message";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import type { AsidePorts } from "../../aside/ask-aside.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import { convertToLlm } from "../../history/convert-to-llm.ts";
import { type NativeHistory, nativeHistoryKey } from "../../history/native-history.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { Condense, SummaryWishes } from "../condense.ts";
import type { Ask } from "./summarize.ts";
import { shortSummaryAside, summarize } from "./summarize.ts";

interface NativeCompactionPorts extends Pick<AsidePorts, "streamFn" | "streamOptions"> {
	readonly live: LiveContext;
	readonly isWanted: () => boolean;
	/** Hears why the provider was of no use. */
	readonly onFailure: (message: string) => void;
}

/**
 * Has the provider of the model in use make its own compaction beside the summary in words, which other models are told.
 * When the provider fails in any way, the words are all there is.
 */
export function providerAndWords(ask: Ask, ports: NativeCompactionPorts): Condense {
	const condense = summaryCondenser(ask);
	return async (preparation, wishes, signal) => {
		const model = ports.live.parts.model;
		const asked = model && ports.isWanted() && !hasWishes(wishes) ? compactingModel(model) : undefined;
		if (!asked) return condense(preparation, wishes, signal);
		const [condensed, native] = await Promise.all([
			condense(preparation, wishes, signal),
			askProvider(asked, preparation, ports, signal),
		]);
		if (!native) return condensed;
		return { ...condensed, preserveData: { ...condensed.preserveData, [nativeHistoryKey]: native } };
	};
}

/** A provider knows nothing of what somebody wants to be looked after in particular. */
function hasWishes({ focus, instructions, additionalContext = [] }: SummaryWishes): boolean {
	return focus !== undefined || instructions !== undefined || additionalContext.length > 0;
}

async function askProvider(
	model: Model,
	preparation: Preparation,
	{ live, streamFn, streamOptions, onFailure }: NativeCompactionPorts,
	signal: AbortSignal,
): Promise<NativeHistory | undefined> {
	const messages = convertToLlm([...before(preparation), ...preparation.history, ...preparation.turnPrefix]);
	const options = { ...streamOptions(model), providerSessionState: undefined, signal };
	const reply = await streamFn(model, { systemPrompt: live.parts.systemPrompt, messages }, options).result();
	const items = compactedItems(reply);
	if (items) return { provider: model.provider, model: model.id, items: items.filter(isRecord) };
	if (!signal.aborted) onFailure(`${model.provider} made no compaction: ${reply.errorMessage ?? "no reason given"}`);
	return undefined;
}

/** What stood for the past so far. */
function before({ previousSummary, previousPreserveData }: Preparation): CompactionSummaryMessage[] {
	if (previousSummary === undefined) return [];
	const preserveData = previousPreserveData && { preserveData: previousPreserveData };
	return [{ role: "compactionSummary", summary: previousSummary, tokensBefore: 0, ...preserveData, timestamp: 0 }];
}

/** The strategy `context-full`: a model sums up what goes. */
function summaryCondenser(ask: Ask): Condense {
	return async (preparation, wishes, signal) => {
		const summary = await summarize(preparation, wishes, ask, signal);
		const shortSummary = await shortSummaryOf(summary, ask, signal);
		return { summary, ...(shortSummary !== undefined && { shortSummary }) };
	};
}

async function shortSummaryOf(summary: string, ask: Ask, signal: AbortSignal): Promise<string | undefined> {
	try {
		return await ask(shortSummaryAside(summary), signal);
	} catch (error) {
		if (signal.aborted || isAbort(error)) throw error;
		// A compaction without its short form is shown with the long one.
		return undefined;
	}
}

import { compactedItems, compactingModel } from "@oh-my-pi/pi-ai/compaction";
import type { Model } from "@oh-my-pi/pi-ai/model";
import { isRecord } from "@oh-my-pi/pi-session/entry";
import type { CompactionSummaryMessage } from "@oh-my-pi/pi-session/message";
import { convertToLlm } from "../convert-to-llm.ts";
import type { Preparation } from "../hooks/compaction-result.ts";
import type { LiveContext } from "../live-context.ts";
import type { AsidePorts } from "./ask-aside.ts";
import type { Condense } from "./compactor.ts";
import { type NativeHistory, nativeHistoryKey } from "./native-history.ts";
import type { Ask, SummaryWishes } from "./summarize.ts";
import { summaryCondenser } from "./summary-condenser.ts";

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

import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { compactedItems, compactingModel } from "@oh-my-pi/pi-ai/stream/compaction";
import type { CompactionSummaryMessage } from "@oh-my-pi/pi-session/entry/message";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { AsidePorts } from "../../aside/ask-aside.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import { convertToLlm } from "../../history/convert-to-llm.ts";
import { type NativeHistory, nativeHistoryKey } from "../../history/native-history.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { CompactionMethod, SummaryOptions } from "../compaction-method.ts";
import type { Ask } from "./summarize.ts";
import { shortSummaryAside, summarize } from "./summarize.ts";

interface NativeCompactionPorts extends Pick<AsidePorts, "streamFn" | "streamOptions"> {
	readonly live: LiveContext;
	readonly isWanted: () => boolean;
	/** Called with the reason when the provider fails. */
	readonly onFailure: (message: string) => void;
}

/**
 * Uses the provider's compaction API in addition to the text summary, which other models need. When the provider fails,
 * only the summary is used.
 */
export function nativeAndSummary(ask: Ask, ports: NativeCompactionPorts): CompactionMethod {
	const summaryOnly = summaryMethod(ask);
	return async (preparation, options, signal) => {
		const model = ports.live.parts.model;
		const asked = model && ports.isWanted() && !isCustomized(options) ? compactingModel(model) : undefined;
		if (!asked) return summaryOnly(preparation, options, signal);
		const [content, native] = await Promise.all([
			summaryOnly(preparation, options, signal),
			askProvider(asked, preparation, ports, signal),
		]);
		if (!native) return content;
		return { ...content, preserveData: { ...content.preserveData, [nativeHistoryKey]: native } };
	};
}

/** Compaction APIs take no instructions. */
function isCustomized({ focus, instructions, additionalContext = [] }: SummaryOptions): boolean {
	return focus !== undefined || instructions !== undefined || additionalContext.length > 0;
}

async function askProvider(
	model: Model,
	preparation: Preparation,
	{ live, streamFn, streamOptions, onFailure }: NativeCompactionPorts,
	signal: AbortSignal,
): Promise<NativeHistory | undefined> {
	const messages = convertToLlm([...before(preparation), ...preparation.history, ...preparation.turnPrefix]);
	const options = { ...streamOptions(model), providerSessionState: undefined, purpose: "compaction", signal };
	const reply = await streamFn(model, { systemPrompt: live.parts.systemPrompt, messages }, options).result();
	const items = compactedItems(reply);
	if (items) return { provider: model.provider, model: model.id, items: items.filter(isRecord) };
	if (!signal.aborted) onFailure(`Compaction by ${model.provider} failed: ${reply.errorMessage ?? "no reason given"}`);
	return undefined;
}

/** The previous compaction, as the first message. */
function before({ previousSummary, previousPreserveData }: Preparation): CompactionSummaryMessage[] {
	if (previousSummary === undefined) return [];
	const preserveData = previousPreserveData && { preserveData: previousPreserveData };
	return [{ role: "compactionSummary", summary: previousSummary, tokensBefore: 0, ...preserveData, timestamp: 0 }];
}

/** The strategy `context-full`: a model summarizes the removed messages. */
function summaryMethod(ask: Ask): CompactionMethod {
	return async (preparation, options, signal) => {
		const summary = await summarize(preparation, options, ask, signal);
		const shortSummary = await askForShortSummary(summary, ask, signal);
		return { summary, ...(shortSummary !== undefined && { shortSummary }) };
	};
}

async function askForShortSummary(summary: string, ask: Ask, signal: AbortSignal): Promise<string | undefined> {
	try {
		return await ask(shortSummaryAside(summary), signal);
	} catch (error) {
		if (signal.aborted || isAbort(error)) throw error;
		// Without a short summary, front ends show the long one.
		return undefined;
	}
}

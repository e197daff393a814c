import { joinText } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import { buildSessionContext } from "@oh-my-pi/pi-session/tree/context";
import { defaultCompactionPolicy } from "../../conversation/compaction/compaction-policy.ts";
import { fileDetails, filesTag } from "../../conversation/compaction/file-activity.ts";
import { CompactionRefusal, prepareCompaction as prepare } from "../../conversation/compaction/prepare.ts";
import { summarize } from "../../conversation/compaction/summary/summarize.ts";
import { compactionThreshold } from "../../conversation/compaction/threshold.ts";
import { estimateMessage } from "../../conversation/context/estimate-tokens.ts";
import type { CompactionResult, Preparation } from "../../conversation/event/compaction-result.ts";
import type { PackageSession } from "../../process/host-packages.ts";
import { modelRequests } from "./model-requests.ts";

export interface CompactionSettings {
	readonly enabled?: boolean;
	/** Tokens kept free; derived from the window by default. */
	readonly reserveTokens?: number;
	readonly keepRecentTokens?: number;
}

/** Whether a context of this size would be compacted. */
export function shouldCompact(
	contextTokens: number,
	contextWindow: number,
	{ enabled = true, reserveTokens }: CompactionSettings = {},
): boolean {
	return enabled && contextTokens > compactionThreshold(contextWindow, { ...defaultCompactionPolicy, reserveTokens });
}

/** What a compaction of these entries would remove and keep; `undefined` when there is nothing to remove. */
export function prepareCompaction(
	entries: readonly SessionEntry[],
	{ keepRecentTokens = defaultCompactionPolicy.keepRecentTokens }: CompactionSettings = {},
): Preparation | undefined {
	const { messages } = buildSessionContext(entries);
	const tokensBefore = messages.reduce((sum, message) => sum + estimateMessage(message, "by-area"), 0);
	const path = entries.map((entry) => ({
		id: entry.id,
		type: entry.type,
		role: entry.type === "message" ? entry.message.role : undefined,
		entry: () => entry,
	}));
	try {
		return prepare(path, { keepTokens: keepRecentTokens, ratio: 1, billing: "by-area", tokensBefore });
	} catch (error) {
		if (error instanceof CompactionRefusal) return undefined;
		throw error;
	}
}

/** Summarizes what a compaction removes; the caller adds the result to its session. */
export type Compact = (
	preparation: Preparation,
	model: Model,
	apiKey: string,
	customInstructions?: string,
	signal?: AbortSignal,
) => Promise<CompactionResult>;

/** `compact` of `@oh-my-pi/pi-agent-core`, whose requests count for a session. */
export function compactionFor(session: PackageSession): { readonly compact: Compact } {
	const { complete } = modelRequests(session);
	return {
		async compact(preparation, model, apiKey, focus, signal = new AbortController().signal) {
			const text = await summarize(
				preparation,
				{ reserveTokens: undefined, ...(focus && { focus }) },
				async (aside, either) => {
					const options = { ...aside.optionsFor?.(model), apiKey, signal: either };
					const { content, errorMessage } = await complete(model, aside.contextFor(model), options);
					either.throwIfAborted();
					if (errorMessage !== undefined) throw new Error(errorMessage);
					return joinText(content);
				},
				signal,
			);
			const { firstKeptEntryId, tokensBefore, files } = preparation;
			const summary = [text, filesTag(files)].filter(Boolean).join("\n\n");
			return { summary, firstKeptEntryId, tokensBefore, details: fileDetails(files) };
		},
	};
}

import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ContextMeter } from "../context/context-meter.ts";
import { imageBilling } from "../context/context-tokens.ts";
import type {
	CompactionContent,
	CompactionResult,
	OfferedCompaction,
	Preparation,
} from "../event/compaction-result.ts";
import { convertToLlm } from "../history/convert-to-llm.ts";
import { type Ledger, ledgerKey, missingFromLedger, readLedger, renderLedger } from "../history/ledger.ts";
import { sessionContext } from "../history/session-context.ts";
import { visiblePath } from "../history/visible-path.ts";
import type { HookList } from "../hooks/hook-list.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import { collectLedger } from "./collect-ledger.ts";
import type { CompactionMethod, SummaryOptions } from "./compaction-method.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";
import { fileDetails, filesTag } from "./file-activity.ts";
import { prepareCompaction } from "./prepare.ts";
import { compactionThreshold, inputLimit } from "./threshold.ts";

export interface CompactionRequest {
	readonly method: CompactionMethod;
	readonly focus?: string;
	readonly signal: AbortSignal;
	/** Given when the last reply is to be dropped; called only after the summary has succeeded. */
	readonly dropReply?: () => void;
	/** May throw to refuse the compaction. */
	readonly inspect?: (preparation: Preparation) => void;
}

export type CompactionHooks = Pick<HookList, "beforeCompaction" | "duringCompaction" | "afterCompaction">;

interface CompactorPorts {
	readonly live: LiveContext;
	readonly meter: ContextMeter;
	readonly policy: () => CompactionPolicy;
	readonly hooks: CompactionHooks;
}

/** A hook canceled it. */
export class CompactionCancelled extends Error {
	override readonly name = "CompactionCancelled";
	constructor() {
		super("Compaction cancelled");
	}
}

/** Compaction: replaces older messages by a summary. Nothing changes until the summary is complete. */
export class Compactor {
	readonly #ports: CompactorPorts;

	constructor(ports: CompactorPorts) {
		this.#ports = ports;
	}

	/** Throws a `CompactionRefusal` when there is nothing to do. */
	async compact(request: CompactionRequest): Promise<CompactionResult> {
		const { live, hooks } = this.#ports;
		const { signal, focus } = request;
		const preparation = this.prepare({ withoutReply: request.dropReply !== undefined });
		request.inspect?.(preparation);
		const verdict = await hooks.beforeCompaction(preparation, { signal, ...(focus && { focus }) });
		if (verdict?.cancel) throw new CompactionCancelled();
		const offered = verdict?.compaction;
		const content = offered ?? (await this.#summarize(preparation, request));
		signal.throwIfAborted();
		request.dropReply?.();
		const { result, entryId } = this.#commit(preparation, content, offered);
		await ignoreFailure(live.log.flush(), "the log tells of its failure by itself and keeps the entry in memory");
		const entry = live.log.findEntry(entryId);
		if (entry?.type === "compaction") {
			await hooks.afterCompaction(entry, { fromExtension: offered !== undefined });
		}
		return result;
	}

	prepare(options: { withoutReply?: boolean } = {}): Preparation {
		const { live, meter } = this.#ports;
		const path = live.log.path();
		const end = options.withoutReply ? path.findLastIndex(({ role }) => role === "assistant") : path.length;
		return prepareCompaction(path.slice(0, end), {
			keepTokens: this.#keepTokens,
			ratio: meter.ratio,
			billing: imageBilling(live.parts.model),
			tokensBefore: meter.tokens(live.parts),
			tools: live.parts.tools,
		});
	}

	/** The size above which the context should be compacted. */
	get threshold(): number {
		const { model } = this.#ports.live.parts;
		return model ? compactionThreshold(inputLimit(model), this.#ports.policy()) : Number.POSITIVE_INFINITY;
	}

	/** At most half of a small window is kept. */
	get #keepTokens(): number {
		return Math.min(this.#ports.policy().keepRecentTokens, Math.floor(this.threshold / 2));
	}

	async #summarize(preparation: Preparation, { method, focus, signal }: CompactionRequest): Promise<CompactionContent> {
		const added = await this.#ports.hooks.duringCompaction(preparation);
		const options: SummaryOptions = {
			...(focus && { focus }),
			...(added?.context && { additionalContext: added.context }),
			...(added?.prompt && { instructions: added.prompt }),
			reserveTokens: this.#ports.policy().reserveTokens,
		};
		const content = await method(preparation, options, signal);
		return { ...content, preserveData: { ...content.preserveData, ...added?.preserveData } };
	}

	#commit(
		preparation: Preparation,
		content: CompactionContent,
		offered: OfferedCompaction | undefined,
	): { result: CompactionResult; entryId: string } {
		const { live, meter } = this.#ports;
		const { log } = live;
		const ledger = this.#ledger(preparation, content.summary);
		const files = offered ? "" : filesTag(preparation.files);
		const result: CompactionResult = {
			summary: [content.summary, files].filter(Boolean).join("\n\n"),
			...(content.shortSummary !== undefined && { shortSummary: content.shortSummary }),
			firstKeptEntryId: offered?.firstKeptEntryId ?? preparation.firstKeptEntryId,
			tokensBefore: preparation.tokensBefore,
			details: offered ? offered.details : fileDetails(preparation.files),
		};
		const preserveData = { [ledgerKey]: ledger, ...content.preserveData };
		const entryId = log.appendCompaction({ ...result, preserveData, ...(offered && { fromExtension: true }) });
		const messages = rebuilt(log, ledger);
		live.replaceMessages(messages);
		meter.invalidate(messages);
		return { result, entryId };
	}

	#ledger(preparation: Preparation, summary: string): Ledger {
		return collectLedger({
			previous: readLedger(preparation.previousPreserveData),
			gone: [...preparation.history, ...preparation.turnPrefix],
			recent: visiblePath(this.#ports.live.log.path()).steps,
			files: fileDetails(preparation.files),
			summary,
			tools: this.#ports.live.parts.tools,
		});
	}
}

/** The messages after a compaction; always includes the ledger, even if a hook's compaction left it out. */
function rebuilt(log: SessionLog, ledger: Ledger): SessionMessage[] {
	const { messages } = sessionContext(log);
	if (missingFromLedger(ledger, convertToLlm(messages)).length === 0) return messages;
	log.appendCustomMessageEntry("compaction-ledger", renderLedger(ledger), false, undefined, "agent");
	return sessionContext(log).messages;
}

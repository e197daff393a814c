import type { TodoTask } from "@oh-my-pi/pi-session/tree/todos";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { AsideQuestions } from "../aside/aside-questions.ts";
import { AutoThinking } from "../behaviors/auto-thinking.ts";
import { UnexpectedStop } from "../behaviors/unexpected-stop.ts";
import { defaultCompactionOptions } from "../compaction/compaction-options.ts";
import { Handoff } from "../compaction/handoff.ts";
import type { BranchSummary, BranchSummaryOptions, summarizeBranch } from "../compaction/summary/branch-summary.ts";
import type { SummaryMethods } from "../compaction/summary/summary-methods.ts";
import { ContextWindow } from "../compaction/window/context-window.ts";
import { hiddenNote } from "../history/hidden-note.ts";
import type { Hook } from "../hooks/hook.ts";
import type { HookList } from "../hooks/hook-list.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import { queueHooks } from "../hooks/queued-messages.ts";
import { AutoRetry } from "../recovery/auto-retry.ts";
import { noOtherModels } from "../recovery/model-directory.ts";
import { ModelFallback } from "../recovery/model-fallback.ts";
import { defaultRecoveryOptions } from "../recovery/recovery-options.ts";
import { UsageReserve } from "../recovery/usage-reserve.ts";
import type { SessionChange } from "../session/change-session.ts";
import type { ConversationOptions } from "./conversation-options.ts";

/** The hooks of every conversation, with direct access to some of them. */
export interface CoreHooks {
	readonly all: readonly Hook[];
	readonly context: ContextWindow;
	readonly retry: AutoRetry;
	readonly thinking: AutoThinking;
	readonly handoff: Handoff;
	/** Requests to a model outside the conversation. */
	readonly aside: AsideQuestions;
	/** Summarizes an abandoned branch; `undefined` when aborted. */
	summarizeBranch(
		entries: Parameters<typeof summarizeBranch>[0],
		options: BranchSummaryOptions,
	): Promise<BranchSummary | undefined>;
}

/** Retry, fallback, compaction, automatic thinking level and detection of unexpected stops. */
export function coreHooks(
	options: ConversationOptions,
	live: LiveContext,
	ports: { readonly hooks: HookList; readonly enter: (change: SessionChange) => Promise<boolean> },
): CoreHooks {
	const compaction = { ...defaultCompactionOptions, ...options.compaction };
	const recovery = { ...defaultRecoveryOptions, ...options.recovery };
	const { models = noOtherModels, appendOnly = () => false, streamFn, retry: limits } = options;
	const { now } = live;
	const warn = (message: string) => live.notify("warning", message);
	const aside = { streamFn, retry: limits, streamOptions: live.streamOptions, sleep: options.sleep ?? sleep };
	const classifier = async () => models.inRole?.("title", live.parts.model);
	// Most sessions end before anything is summarized.
	let summaries: Promise<SummaryMethods> | undefined;
	const methods = () => {
		summaries ??= import("../compaction/summary/summary-methods.ts").then(({ summaryMethods }) =>
			summaryMethods({ live, options: compaction, models, aside, warn }),
		);
		return summaries;
	};
	const fallback = new ModelFallback({ live, models, policy: recovery.fallback, now });
	const retry = new AutoRetry({
		limits,
		sleep: aside.sleep,
		emit: live.emit,
		model: () => live.parts.model,
		fallback,
		switchCredential: recovery.switchCredential,
		tellModel: (customType, content) => live.append(hiddenNote(customType, content, now())),
		resetProviderState: live.resetProviderState,
	});
	const handoff = new Handoff({ ...aside, live, enter: ports.enter, warn, now });
	const context = new ContextWindow({
		live,
		options: compaction,
		hooks: ports.hooks,
		models,
		appendOnly,
		summarize: async (...request) => (await methods()).summarize(...request),
		summarizeLocally: async (...request) => (await methods()).summarizeLocally(...request),
		handoff,
		hasOpenTodos: () => live.todos().some(({ tasks }) => tasks.some(isOpen)),
		sleep: aside.sleep,
		now,
	});
	context.onHistoryReplaced(options.messages);
	const thinking = new AutoThinking(live, { ...aside, now, classifier });
	const { usageReserve: policy, headroom, confirm, detectsUnexpectedStops: isOn } = recovery;
	return {
		all: [
			retry,
			context.overflowRecovery,
			...queueHooks,
			new UnexpectedStop({ ...aside, now, live, isOn, classifier }),
			fallback,
			new UsageReserve({ live, fallback, policy, headroom, confirm, now }),
			thinking,
			context,
		],
		context,
		retry,
		thinking,
		handoff,
		aside: new AsideQuestions(live, aside, options.host),
		async summarizeBranch(entries, branchOptions) {
			try {
				const branchSummary = await import("../compaction/summary/branch-summary.ts");
				return await branchSummary.summarizeBranch(entries, (await methods()).ask, branchOptions);
			} catch (error) {
				if (branchOptions.signal.aborted) return undefined;
				throw error;
			}
		},
	};
}

/** Blocked tasks depend on someone else, so they do not count. */
function isOpen({ status }: TodoTask): boolean {
	return status === "pending" || status === "in_progress";
}

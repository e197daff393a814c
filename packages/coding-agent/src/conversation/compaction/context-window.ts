import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { ContextMeter, measuredBeforeCompaction } from "../context/context-meter.ts";
import type { CompactionResult } from "../event/compaction-result.ts";
import type { ConversationEvent } from "../event/event.ts";
import type { FinishedRun } from "../hooks/finished-run.ts";
import { type Hook, hookOrder } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { ModelDirectory } from "../recovery/model-directory.ts";
import { AutoCompaction } from "./automatic/auto-compaction.ts";
import { IdleCompaction } from "./automatic/idle-compaction.ts";
import { OverflowRecovery } from "./automatic/overflow-recovery.ts";
import { Promotion } from "./automatic/promotion.ts";
import { ReadLoop } from "./automatic/read-loop.ts";
import { strategySteps } from "./automatic/strategy-steps.ts";
import { ThresholdCheck } from "./automatic/threshold-check.ts";
import type { CompactionMethod } from "./compaction-method.ts";
import type { CompactionOptions } from "./compaction-options.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";
import { type CompactionHooks, Compactor } from "./compactor.ts";
import { type ContextBreakdown, type ContextUsage, contextBreakdown, contextUsage } from "./context-usage.ts";
import type { Handoff } from "./handoff.ts";
import { Shake, type Shaken } from "./prune/shake.ts";
import { ToolResultPruning } from "./prune/tool-result-pruning.ts";
import { imageMethod } from "./snapcompact/image-method.ts";

interface ContextWindowPorts {
	readonly live: LiveContext;
	readonly options: CompactionOptions;
	readonly hooks: CompactionHooks;
	readonly models: ModelDirectory;
	/** Append-only context: messages already sent to this model never change, so its prompt cache stays valid. */
	readonly appendOnly: (model: Model) => boolean;
	/** Summarizes the messages that are compacted. */
	readonly summarize: CompactionMethod;
	/** The same, without the user's summary endpoint and the provider's own compaction. */
	readonly summarizeLocally: CompactionMethod;
	readonly handoff: Handoff;
	readonly hasOpenTodos: () => boolean;
	readonly sleep: typeof sleep;
	readonly now: () => number;
}

export interface ManualCompaction {
	readonly focus?: string;
	/** Overrides the strategy of the settings; strategies that need no model fall back to a summary. */
	readonly method?: CompactionPolicy["strategy"];
	/** A model of the session writes the summary, even if a summary endpoint is set. */
	readonly isLocal?: boolean;
	readonly signal: AbortSignal;
}

/** Keeps the context within the model's window: on request, after runs, between requests, and while idle. */
export class ContextWindow implements Hook {
	readonly name = "compaction";
	readonly order = hookOrder.compaction;
	/** A separate hook, because it runs before most others. */
	readonly overflowRecovery: OverflowRecovery;
	readonly #ports: ContextWindowPorts;
	readonly #meter = new ContextMeter();
	readonly #compactor: Compactor;
	readonly #shake: Shake;
	readonly #compaction: AutoCompaction;
	readonly #readLoop = new ReadLoop();
	readonly #threshold: ThresholdCheck;
	readonly #idle: IdleCompaction;
	/** Set for this session only. */
	#isAutomatic: boolean | undefined;
	/** Number of manual compactions in progress. */
	#manual = 0;

	constructor(ports: ContextWindowPorts) {
		const { live, options, handoff, summarize, now, models } = ports;
		const meter = this.#meter;
		const policy = () => this.#policy;
		const compactor = new Compactor({ live, meter, policy, hooks: ports.hooks });
		const shake = new Shake(live, meter);
		const compaction = new AutoCompaction({
			live,
			meter,
			policy,
			threshold: () => compactor.threshold,
			steps: () => strategySteps(this.#policy, { live, compactor, summarize, handoff, shake }),
			deadlineMs: options.deadlineMs,
		});
		const promotion = new Promotion(live, models, options.contextPromotion);
		const pruning = new ToolResultPruning({
			...{ live, meter, policy, now },
			cacheLifeMs: () => options.cacheLifeMs(live.parts.model),
			isAppendOnly: () => live.parts.model !== undefined && ports.appendOnly(live.parts.model),
		});
		this.#ports = ports;
		this.#compactor = compactor;
		this.#shake = shake;
		this.#compaction = compaction;
		this.overflowRecovery = new OverflowRecovery({ live, meter, compaction, promotion });
		this.#threshold = new ThresholdCheck({
			...ports,
			policy,
			compaction,
			promotion,
			pruning,
			readLoop: this.#readLoop,
		});
		this.#idle = new IdleCompaction({
			policy,
			tokens: () => meter.tokens(live.parts),
			compact: (signal) => compaction.run({ reason: "idle", signal }),
			sleep: ports.sleep,
		});
	}

	get isCompacting(): boolean {
		return this.#compaction.isRunning || this.#manual > 0;
	}

	get isAutomatic(): boolean {
		return this.#policy.enabled;
	}

	set isAutomatic(enabled: boolean) {
		this.#isAutomatic = enabled;
	}

	get usage(): ContextUsage {
		const { parts } = this.#ports.live;
		return contextUsage(parts, this.#meter.tokens(parts));
	}

	/** `undefined` without a model. */
	get breakdown(): ContextBreakdown | undefined {
		const { parts } = this.#ports.live;
		const { model } = parts;
		return model && contextBreakdown({ ...parts, model }, this.#meter.tokens(parts), this.#policy);
	}

	beforeRequest(signal: AbortSignal): Promise<void> {
		return this.#threshold.beforeRequest(signal);
	}

	settle(run: FinishedRun): Promise<"continue" | "pass"> {
		return this.#threshold.settle(run);
	}

	onEvent(event: ConversationEvent): undefined {
		if (event.type !== "message_end") return;
		const { message } = event;
		if (message.role === "assistant") {
			this.#meter.observe(this.#ports.live.parts);
			if (message.stopReason === "stop" || message.stopReason === "toolUse") this.overflowRecovery.reset();
		}
		if (message.role === "user" && message.attribution !== "agent") this.#beginTurn();
	}

	onHistoryReplaced(messages: readonly AgentMessage[]): void {
		this.#meter.invalidate(measuredBeforeCompaction(messages));
		this.#beginTurn();
	}

	onIdle(): void {
		void ignoreFailure(this.#idle.begin(), "compaction while idle is tried again after the next run");
	}

	onBusy(): void {
		this.#idle.end();
	}

	/** Compacts on request. A focus needs a model to follow it, so it rules out images. */
	async compact(options: ManualCompaction): Promise<CompactionResult> {
		const { focus, signal, isLocal, method = this.#policy.strategy } = options;
		const { live } = this.#ports;
		const summarize = isLocal ? this.#ports.summarizeLocally : this.#ports.summarize;
		const takesPictures = method === "snapcompact" && !focus && live.parts.model?.input.includes("image");
		const compactWith = takesPictures ? imageMethod(() => live.parts.model) : summarize;
		this.#manual++;
		try {
			return await this.#compactor.compact({ signal, method: compactWith, ...(focus && { focus }) });
		} finally {
			this.#manual--;
		}
	}

	/** Elides heavy content, also recent; `images` drops images only. */
	shake(what: "elide" | "images"): Shaken {
		return what === "images" ? this.#shake.dropImages() : this.#shake.elide({ all: true });
	}

	/** A new prompt resets all limits on attempts. */
	#beginTurn(): void {
		this.#compaction.reset();
		this.overflowRecovery.reset();
		this.#readLoop.reset();
	}

	get #policy(): CompactionPolicy {
		const policy = this.#ports.options.policy();
		return this.#isAutomatic === undefined ? policy : { ...policy, enabled: this.#isAutomatic };
	}
}

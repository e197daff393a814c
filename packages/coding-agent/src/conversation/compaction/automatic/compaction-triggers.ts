import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ContextMeter } from "../../context/context-meter.ts";
import type { FinishedRun } from "../../hooks/finished-run.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { ModelDirectory } from "../../recovery/model-directory.ts";
import type { CompactionMethod } from "../compaction-method.ts";
import type { CompactionOptions } from "../compaction-options.ts";
import type { CompactionPolicy } from "../compaction-policy.ts";
import type { Compactor } from "../compactor.ts";
import type { Handoff } from "../handoff.ts";
import type { Shake } from "../prune/shake.ts";
import { ToolResultPruning } from "../prune/tool-result-pruning.ts";
import { AutoCompaction } from "./auto-compaction.ts";
import { IdleCompaction } from "./idle-compaction.ts";
import { OverflowRecovery } from "./overflow-recovery.ts";
import { Promotion } from "./promotion.ts";
import { ReadLoop } from "./read-loop.ts";
import { strategySteps } from "./strategy-steps.ts";
import { ThresholdCheck } from "./threshold-check.ts";

export interface TriggerPorts {
	readonly live: LiveContext;
	readonly options: CompactionOptions;
	readonly models: ModelDirectory;
	/** Append-only context: messages already sent to this model never change, so its prompt cache stays valid. */
	readonly appendOnly: (model: Model) => boolean;
	/** Summarizes the messages that are compacted. */
	readonly summarize: CompactionMethod;
	readonly handoff: Handoff;
	readonly hasOpenTodos: () => boolean;
	readonly sleep: typeof sleep;
	readonly now: () => number;
}

interface TriggerParts {
	readonly meter: ContextMeter;
	readonly policy: () => CompactionPolicy;
	readonly compactor: Compactor;
	readonly shake: Shake;
}

/** What starts compaction without being asked: a full window after a run or between requests, an overflow, and idling. */
export class CompactionTriggers {
	readonly overflowRecovery: OverflowRecovery;
	readonly #compaction: AutoCompaction;
	readonly #readLoop = new ReadLoop();
	readonly #threshold: ThresholdCheck;
	readonly #idle: IdleCompaction;

	constructor(ports: TriggerPorts, { meter, policy, compactor, shake }: TriggerParts) {
		const { live, options, handoff, summarize, now, models } = ports;
		const compaction = new AutoCompaction({
			live,
			meter,
			policy,
			threshold: () => compactor.threshold,
			steps: () => strategySteps(policy(), { live, compactor, summarize, handoff, shake, guard: options.guard }),
			deadlineMs: options.deadlineMs,
		});
		const promotion = new Promotion(live, models, options.contextPromotion);
		const pruning = new ToolResultPruning({
			...{ live, meter, policy, now },
			cacheLifeMs: () => options.cacheLifeMs(live.parts.model),
			isAppendOnly: () => live.parts.model !== undefined && ports.appendOnly(live.parts.model),
		});
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

	get isRunning(): boolean {
		return this.#compaction.isRunning;
	}

	beforeRequest(signal: AbortSignal): Promise<void> {
		return this.#threshold.beforeRequest(signal);
	}

	settle(run: FinishedRun): Promise<"continue" | "pass"> {
		return this.#threshold.settle(run);
	}

	onIdle(): void {
		void ignoreFailure(this.#idle.begin(), "compaction while idle is tried again after the next run");
	}

	onBusy(): void {
		this.#idle.end();
	}

	/** A new prompt resets all limits on attempts. */
	reset(): void {
		this.#compaction.reset();
		this.overflowRecovery.reset();
		this.#readLoop.reset();
	}
}

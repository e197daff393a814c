import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { ContextMeter } from "../context/context-meter.ts";
import { Pruner } from "../context/prune/pruner.ts";
import type { LiveContext } from "../live-context.ts";
import type { SettleStep } from "../settle-step.ts";
import type { UpkeepOptions } from "../upkeep-options.ts";
import { AutoCompaction, type Remedy } from "./auto-compaction.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";
import { IdleCompaction } from "./idle-compaction.ts";
import { OverflowRecovery } from "./overflow-recovery.ts";
import { Promotion } from "./promotion.ts";
import { ReadSpiral } from "./read-spiral.ts";
import { ThresholdCheck } from "./threshold-check.ts";

interface AutomaticUpkeepPorts {
	readonly live: LiveContext;
	readonly meter: ContextMeter;
	readonly policy: () => CompactionPolicy;
	readonly threshold: () => number;
	readonly remedies: () => readonly Remedy[];
	readonly upkeep: UpkeepOptions;
	readonly hasOpenTodos: () => boolean;
	readonly sleep: typeof sleep;
	readonly now: () => number;
}

/** What is looked at after a run: at once whether it failed for lack of room, and the size when there is nothing else to do. */
export interface UpkeepSteps {
	readonly recovery: SettleStep;
	readonly threshold: SettleStep;
}

/** Everything that is done about the context without being asked: after runs, between requests, and at rest. */
export class AutomaticUpkeep {
	readonly #compaction: AutoCompaction;
	readonly #spiral = new ReadSpiral();
	readonly #recovery: OverflowRecovery;
	readonly #threshold: ThresholdCheck;
	readonly #idle: IdleCompaction;

	constructor(ports: AutomaticUpkeepPorts) {
		const { live, meter, upkeep, policy, now } = ports;
		const compaction = new AutoCompaction({ ...ports, deadlineMs: upkeep.compactionDeadlineMs });
		const promotion = new Promotion(live, upkeep.models, upkeep.contextPromotion);
		const pruner = new Pruner({
			...{ live, meter, policy, now },
			cacheLifeMs: () => upkeep.cacheLifeMs(live.parts.model),
			isAppendOnly: () => live.parts.model !== undefined && upkeep.appendOnly(live.parts.model),
		});
		this.#compaction = compaction;
		this.#recovery = new OverflowRecovery({ live, meter, compaction, promotion });
		this.#threshold = new ThresholdCheck({ ...ports, compaction, promotion, pruner, spiral: this.#spiral });
		this.#idle = new IdleCompaction({
			policy,
			tokens: () => meter.tokens(live.parts),
			compact: (signal) => compaction.run({ reason: "idle", signal }),
			sleep: ports.sleep,
		});
	}

	get settleSteps(): UpkeepSteps {
		return { recovery: this.#recovery, threshold: this.#threshold };
	}

	get isCompacting(): boolean {
		return this.#compaction.isRunning;
	}

	beforeModelCall(signal: AbortSignal): Promise<void> {
		return this.#threshold.beforeModelCall(signal);
	}

	/** The user has spoken: whatever was given up is tried again. */
	beginTurn(): void {
		this.#compaction.reset();
		this.#recovery.reset();
		this.#spiral.reset();
	}

	/** A reply came to a good end. */
	noteProgress(): void {
		this.#recovery.reset();
	}

	/** Nothing is going on. */
	rest(): void {
		void this.#idle.begin();
	}

	/** Something begins. */
	stir(): void {
		this.#idle.end();
	}
}

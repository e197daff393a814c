import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { ContextMeter, measuredBeforeCompaction } from "../context/context-meter.ts";
import { Pruner } from "../context/prune/pruner.ts";
import type { LiveContext } from "../live-context.ts";
import { type ContextBreakdown, type ContextUsage, contextBreakdown, contextUsage } from "../queries/context-usage.ts";
import type { SettleStep } from "../settle-step.ts";
import type { UpkeepOptions } from "../upkeep-options.ts";
import { AutoCompaction } from "./auto-compaction.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";
import type { CompactionResult } from "./compaction-result.ts";
import { Compactor } from "./compactor.ts";
import { OverflowRecovery } from "./overflow-recovery.ts";
import { Promotion } from "./promotion.ts";
import { ReadSpiral } from "./read-spiral.ts";
import { summaryRemedy } from "./remedies.ts";
import type { Ask } from "./summarize.ts";
import { summaryCondenser } from "./summary-condenser.ts";
import { ThresholdCheck } from "./threshold-check.ts";

interface ContextKeeperPorts {
	readonly live: LiveContext;
	readonly upkeep: UpkeepOptions;
	/** Asks a model for a summary. */
	readonly ask: Ask;
	readonly hasOpenTodos: () => boolean;
	readonly now: () => number;
}

/** Keeps what the model sees within its window. */
export class ContextKeeper {
	readonly #ports: ContextKeeperPorts;
	readonly #meter = new ContextMeter();
	readonly #spiral = new ReadSpiral();
	readonly #compactor: Compactor;
	readonly #auto: AutoCompaction;
	readonly #recovery: OverflowRecovery;
	readonly #threshold: ThresholdCheck;
	/** What was said for this session only. */
	#isAutomatic: boolean | undefined;
	/** Compactions under way that the user asked for. */
	#manual = 0;

	constructor(ports: ContextKeeperPorts) {
		const { live, upkeep } = ports;
		this.#ports = ports;
		const meter = this.#meter;
		const policy = () => this.#policy;
		this.#compactor = new Compactor({ live, meter, policy, hooks: upkeep.compactionHooks });
		this.#auto = new AutoCompaction({
			live,
			meter,
			policy,
			threshold: () => this.#compactor.threshold,
			remedies: () => [summaryRemedy(this.#compactor, summaryCondenser(ports.ask), live)],
			deadlineMs: upkeep.compactionDeadlineMs,
		});
		const promotion = new Promotion(live, upkeep.models, upkeep.contextPromotion);
		const cacheLifeMs = () => upkeep.cacheLifeMs(live.parts.model);
		const pruner = new Pruner({ live, meter, policy, cacheLifeMs, now: ports.now });
		const shared = { live, meter, policy, compaction: this.#auto, promotion, pruner, spiral: this.#spiral };
		this.#recovery = new OverflowRecovery(shared);
		this.#threshold = new ThresholdCheck({ ...shared, hasOpenTodos: ports.hasOpenTodos, now: ports.now });
	}

	/** In the order in which they are asked. */
	get settleSteps(): readonly SettleStep[] {
		return [this.#recovery, this.#threshold];
	}

	/** Also when the user wants it. */
	get isCompacting(): boolean {
		return this.#auto.isRunning || this.#manual > 0;
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

	beforeModelCall(signal: AbortSignal): Promise<void> {
		return this.#threshold.beforeModelCall(signal);
	}

	observe(event: AgentEvent): void {
		if (event.type !== "message_end") return;
		if (event.message.role === "assistant") this.#observeReply(event.message as AssistantMessage);
		if (isWordOfUser(event.message)) this.#beginTurn();
	}

	/** The messages are those of a log that was read. */
	entered(messages: readonly AgentMessage[]): void {
		this.#meter.distrust(measuredBeforeCompaction(messages));
		this.#beginTurn();
	}

	/** Compacts because the user wants it, with what they want looked after. */
	async compact(options: { readonly focus?: string; readonly signal: AbortSignal }): Promise<CompactionResult> {
		this.#manual++;
		try {
			return await this.#compactor.compact({ ...options, condense: summaryCondenser(this.#ports.ask) });
		} finally {
			this.#manual--;
		}
	}

	/** Ends a compaction that runs by itself. */
	cancel(): void {
		this.#auto.cancel();
	}

	get #policy(): CompactionPolicy {
		const policy = this.#ports.upkeep.compaction();
		return this.#isAutomatic === undefined ? policy : { ...policy, enabled: this.#isAutomatic };
	}

	#observeReply(reply: AssistantMessage): void {
		this.#meter.observe(this.#ports.live.parts);
		if (reply.stopReason === "stop" || reply.stopReason === "toolUse") this.#recovery.reset();
	}

	#beginTurn(): void {
		this.#auto.reset();
		this.#recovery.reset();
		this.#spiral.reset();
	}
}

function isWordOfUser(message: AgentMessage): boolean {
	return message.role === "user" && message.attribution !== "agent";
}

import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { ContextMeter, measuredBeforeCompaction } from "../../context/context-meter.ts";
import type { CompactionResult } from "../../event/compaction-result.ts";
import type { ConversationEvent } from "../../event/event.ts";
import type { FinishedRun } from "../../hooks/finished-run.ts";
import type { Hook } from "../../hooks/hook.ts";
import { hookOrder } from "../../hooks/hook-order.ts";
import { CompactionTriggers, type TriggerPorts } from "../automatic/compaction-triggers.ts";
import type { OverflowRecovery } from "../automatic/overflow-recovery.ts";
import type { CompactionMethod } from "../compaction-method.ts";
import type { CompactionPolicy } from "../compaction-policy.ts";
import { type CompactionHooks, Compactor } from "../compactor.ts";
import { type ContextBreakdown, type ContextUsage, contextBreakdown, contextUsage } from "../context-usage.ts";
import { Shake, type Shaken } from "../prune/shake.ts";
import { imageMethod } from "../snapcompact/image-method.ts";

interface ContextWindowPorts extends TriggerPorts {
	readonly hooks: CompactionHooks;
	/** The same as `summarize`, without the user's summary endpoint and the provider's own compaction. */
	readonly summarizeLocally: CompactionMethod;
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
	readonly #ports: ContextWindowPorts;
	readonly #meter = new ContextMeter();
	readonly #compactor: Compactor;
	readonly #shake: Shake;
	readonly #triggers: CompactionTriggers;
	/** Set for this session only. */
	#isAutomatic: boolean | undefined;
	/** Number of manual compactions in progress. */
	#manual = 0;

	constructor(ports: ContextWindowPorts) {
		const { live, hooks } = ports;
		const meter = this.#meter;
		const policy = () => this.#policy;
		this.#ports = ports;
		this.#compactor = new Compactor({ live, meter, policy, hooks });
		this.#shake = new Shake(live, meter);
		this.#triggers = new CompactionTriggers(ports, { meter, policy, compactor: this.#compactor, shake: this.#shake });
	}

	/** A separate hook, because it runs before most others. */
	get overflowRecovery(): OverflowRecovery {
		return this.#triggers.overflowRecovery;
	}

	get isCompacting(): boolean {
		return this.#triggers.isRunning || this.#manual > 0;
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
		return this.#triggers.beforeRequest(signal);
	}

	settle(run: FinishedRun): Promise<"continue" | "pass"> {
		return this.#triggers.settle(run);
	}

	onEvent(event: ConversationEvent): undefined {
		if (event.type !== "message_end") return;
		const { message } = event;
		if (message.role === "assistant") {
			this.#meter.observe(this.#ports.live.parts);
			if (message.stopReason === "stop" || message.stopReason === "toolUse") this.overflowRecovery.reset();
		}
		if (message.role === "user" && message.attribution !== "agent") this.#triggers.reset();
	}

	onHistoryReplaced(messages: readonly AgentMessage[]): void {
		this.#meter.invalidate(measuredBeforeCompaction(messages));
		this.#triggers.reset();
	}

	onIdle(): void {
		this.#triggers.onIdle();
	}

	onBusy(): void {
		this.#triggers.onBusy();
	}

	/** Compacts on request. A focus needs a model to follow it, so it rules out images. */
	async compact(options: ManualCompaction): Promise<CompactionResult> {
		const { focus, signal, isLocal, method = this.#policy.strategy } = options;
		const { live } = this.#ports;
		const summarize = isLocal ? this.#ports.summarizeLocally : this.#ports.summarize;
		const takesPictures = method === "snapcompact" && !focus && live.parts.model?.input.includes("image");
		const compactWith = takesPictures ? imageMethod(() => live.parts.model, this.#ports.options.guard) : summarize;
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

	get #policy(): CompactionPolicy {
		const policy = this.#ports.options.policy();
		return this.#isAutomatic === undefined ? policy : { ...policy, enabled: this.#isAutomatic };
	}
}

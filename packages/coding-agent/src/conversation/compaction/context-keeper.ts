import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import { ContextMeter, measuredBeforeCompaction } from "../context/context-meter.ts";
import type { LiveContext } from "../live-context.ts";
import { type ContextBreakdown, type ContextUsage, contextBreakdown, contextUsage } from "../queries/context-usage.ts";
import type { UpkeepOptions } from "../upkeep-options.ts";
import { AutomaticUpkeep, type UpkeepSteps } from "./automatic-upkeep.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";
import type { CompactionResult } from "./compaction-result.ts";
import { Compactor, type Condense } from "./compactor.ts";
import type { Handoff } from "./handoff.ts";
import { Shake, type Shaken } from "./shake.ts";
import { pictureCondenser } from "./snapcompact/picture-condenser.ts";
import { remediesFor } from "./strategy.ts";

interface ContextKeeperPorts {
	readonly live: LiveContext;
	readonly upkeep: UpkeepOptions;
	/** Puts into words what goes. */
	readonly summarize: Condense;
	/** The same, never by the user's own endpoint or the provider. */
	readonly summarizeLocally: Condense;
	readonly handoff: Handoff;
	readonly hasOpenTodos: () => boolean;
	readonly sleep: typeof sleep;
	readonly now: () => number;
}

export interface ManualCompaction {
	readonly focus?: string;
	/** Instead of what the settings say; whatever takes no part in this is a summary. */
	readonly method?: CompactionPolicy["strategy"];
	/** A model of the session writes the summary, also where an endpoint for summaries is set. */
	readonly isLocal?: boolean;
	readonly signal: AbortSignal;
}

/** Keeps what the model sees within its window. */
export class ContextKeeper {
	readonly #ports: ContextKeeperPorts;
	readonly #meter = new ContextMeter();
	readonly #compactor: Compactor;
	readonly #shake: Shake;
	readonly #automatic: AutomaticUpkeep;
	/** What was said for this session only. */
	#isAutomatic: boolean | undefined;
	/** Compactions under way that the user asked for. */
	#manual = 0;

	constructor(ports: ContextKeeperPorts) {
		const { live, upkeep, handoff } = ports;
		this.#ports = ports;
		const meter = this.#meter;
		const policy = () => this.#policy;
		const compactor = new Compactor({ live, meter, policy, hooks: upkeep.compactionHooks });
		const shake = new Shake(live, meter);
		const { summarize } = ports;
		this.#compactor = compactor;
		this.#shake = shake;
		this.#automatic = new AutomaticUpkeep({
			...ports,
			meter,
			policy,
			threshold: () => compactor.threshold,
			remedies: () => remediesFor(this.#policy, { live, compactor, summarize, handoff, shake }),
		});
	}

	get settleSteps(): UpkeepSteps {
		return this.#automatic.settleSteps;
	}

	/** Also when the user wants it. */
	get isCompacting(): boolean {
		return this.#automatic.isCompacting || this.#manual > 0;
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
		return this.#automatic.beforeModelCall(signal);
	}

	observe(event: AgentEvent): void {
		if (event.type !== "message_end") return;
		const { message } = event;
		if (message.role === "assistant") {
			this.#meter.observe(this.#ports.live.parts);
			if (message.stopReason === "stop" || message.stopReason === "toolUse") this.#automatic.noteProgress();
		}
		if (message.role === "user" && message.attribution !== "agent") this.#automatic.beginTurn();
	}

	/** The messages are those of a log that was read. */
	entered(messages: readonly AgentMessage[]): void {
		this.#meter.distrust(measuredBeforeCompaction(messages));
		this.#automatic.beginTurn();
	}

	/** Compacts because the user wants it; what they want looked after takes a model to look after it. */
	async compact(options: ManualCompaction): Promise<CompactionResult> {
		const { focus, signal, isLocal, method = this.#policy.strategy } = options;
		const { live } = this.#ports;
		const summarize = isLocal ? this.#ports.summarizeLocally : this.#ports.summarize;
		const takesPictures = method === "snapcompact" && !focus && live.parts.model?.input.includes("image");
		const condense = takesPictures ? pictureCondenser(() => live.parts.model) : summarize;
		this.#manual++;
		try {
			return await this.#compactor.compact({ signal, condense, ...(focus && { focus }) });
		} finally {
			this.#manual--;
		}
	}

	/** Puts heavy content aside, also recent; `images` leaves out images only. */
	shake(what: "elide" | "images"): Shaken {
		return what === "images" ? this.#shake.dropImages() : this.#shake.elide({ all: true });
	}

	/** Nothing is going on. */
	rest(): void {
		this.#automatic.rest();
	}

	/** Something begins. */
	stir(): void {
		this.#automatic.stir();
	}

	get #policy(): CompactionPolicy {
		const policy = this.#ports.upkeep.compaction();
		return this.#isAutomatic === undefined ? policy : { ...policy, enabled: this.#isAutomatic };
	}
}

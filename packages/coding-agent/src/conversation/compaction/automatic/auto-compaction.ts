import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ContextMeter } from "../../context/context-meter.ts";
import type { CompactionAction, CompactionReason, CompactionResult } from "../../event/compaction-result.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { CompactionPolicy } from "../compaction-policy.ts";
import { CompactionCancelled } from "../compactor.ts";
import { CompactionRefusal } from "../prepare.ts";

export interface Trigger {
	readonly reason: CompactionReason;
	readonly signal: AbortSignal;
	/** During a run, which continues afterwards. */
	readonly midTurn?: boolean;
	/** Given when the last reply failed and is to be requested again. */
	readonly dropReply?: () => void;
}

/** A compaction, another reduction, or `undefined`: then the next step is tried. */
export type StepOutcome = CompactionResult | "helped" | undefined;

/** One way to make the context smaller; a strategy is a list of them. */
export interface StrategyStep {
	readonly action: CompactionAction;
	/** Whether it applies; no side effects. */
	fits(trigger: Trigger): boolean | Promise<boolean>;
	apply(trigger: Trigger): Promise<StepOutcome>;
}

interface AutoCompactionPorts {
	readonly live: LiveContext;
	readonly meter: ContextMeter;
	readonly policy: () => CompactionPolicy;
	readonly threshold: () => number;
	/** The steps of the strategy in order; the last one always fits. */
	readonly steps: () => readonly StrategyStep[];
	/** Timeout of one compaction. */
	readonly deadlineMs: number;
}

const failurePrefix: Record<CompactionReason, string> = {
	overflow: "Context overflow recovery failed",
	incomplete: "Incomplete response recovery failed",
	threshold: "Auto-compaction failed",
	idle: "Auto-compaction failed",
};
/** Compactions in a row that may fail to get below the threshold before it stops trying. */
const maxIneffective = 2;

/** Compacts automatically, emits events about it, and stops trying when it frees too little. */
export class AutoCompaction {
	readonly #ports: AutoCompactionPorts;
	#running: AbortController | undefined;
	/** Compactions in a row that freed too little. */
	#ineffective = 0;
	#isSuspended = false;

	constructor(ports: AutoCompactionPorts) {
		this.#ports = ports;
	}

	get isRunning(): boolean {
		return this.#running !== undefined;
	}

	get isWanted(): boolean {
		const { enabled, strategy } = this.#ports.policy();
		return enabled && strategy !== "off";
	}

	/** Called for a new prompt: compaction may be tried again. */
	reset(): void {
		this.#ineffective = 0;
		this.#isSuspended = false;
	}

	cancel(): void {
		this.#running?.abort(new DOMException("Compaction cancelled", "AbortError"));
	}

	isAboveThreshold(): boolean {
		const { live, meter, threshold } = this.#ports;
		return meter.tokens(live.parts) > threshold();
	}

	/** True when the context is smaller now; otherwise the events give the reason. */
	async run(trigger: Trigger): Promise<boolean> {
		if (trigger.signal.aborted || (this.#isSuspended && !trigger.dropReply)) return false;
		for (const step of this.#ports.steps()) {
			if (!(await step.fits(trigger))) continue;
			const outcome = await this.#apply(step, trigger);
			if (outcome !== "next") return outcome === "helped";
		}
		return false;
	}

	async #apply(step: StrategyStep, trigger: Trigger): Promise<"helped" | "gave-up" | "next"> {
		const { emit } = this.#ports.live;
		const { action } = step;
		await emit({ type: "auto_compaction_start", reason: trigger.reason, action });
		const ended = { type: "auto_compaction_end" as const, action, result: null, aborted: false, willRetry: false };
		if (this.#ineffective >= maxIneffective && !trigger.dropReply) {
			await emit({ ...ended, skipped: true });
			await this.#giveUp();
			return "gave-up";
		}
		try {
			const outcome = await this.#withinDeadline(trigger, (limited) => step.apply(limited));
			if (!outcome) {
				await emit({ ...ended, skipped: true });
				return "next";
			}
			this.#ineffective = this.isAboveThreshold() ? this.#ineffective + 1 : 0;
			const result = outcome === "helped" ? null : outcome;
			await emit({ ...ended, result, willRetry: trigger.dropReply !== undefined });
			return "helped";
		} catch (error) {
			if (error instanceof CompactionRefusal && !trigger.dropReply) {
				await emit({ ...ended, skipped: true });
				await this.#giveUp();
			} else await emit({ ...ended, ...this.#failure(error, trigger) });
			return "gave-up";
		}
	}

	#failure(error: unknown, trigger: Trigger): { aborted: boolean; errorMessage?: string } {
		const isCancelled = error instanceof DOMException && error.name === "AbortError";
		if (error instanceof CompactionCancelled || isCancelled || trigger.signal.aborted) return { aborted: true };
		const message = errorMessage(error);
		return { aborted: false, errorMessage: `${failurePrefix[trigger.reason]}: ${message}` };
	}

	async #withinDeadline<Result>(trigger: Trigger, work: (limited: Trigger) => Promise<Result>): Promise<Result> {
		const { deadlineMs } = this.#ports;
		const running = new AbortController();
		this.#running = running;
		const timer = setTimeout(() => {
			running.abort(new DOMException(`timed out after ${deadlineMs / 1000} s`, "TimeoutError"));
		}, deadlineMs);
		try {
			return await work({ ...trigger, signal: AbortSignal.any([trigger.signal, running.signal]) });
		} finally {
			clearTimeout(timer);
			this.#running = undefined;
		}
	}

	/** No automatic compaction until the next prompt. */
	async #giveUp(): Promise<void> {
		this.#isSuspended = true;
		await this.#ports.live.emit({
			type: "notice",
			level: "warning",
			message: "Compaction frees too little to get below the threshold; it is not tried again in this turn",
			source: "compaction",
		});
	}
}

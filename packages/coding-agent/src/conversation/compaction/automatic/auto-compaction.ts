import type { ContextMeter } from "../../context/context-meter.ts";
import type { CompactionAction, CompactionReason, CompactionResult } from "../../event/compaction-result.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { CompactionPolicy } from "../compaction-policy.ts";
import { CompactionCancelled } from "../compactor.ts";
import { CompactionRefusal } from "../prepare.ts";

export interface Trigger {
	readonly reason: CompactionReason;
	readonly signal: AbortSignal;
	/** In the middle of a run, which goes on afterwards. */
	readonly midTurn?: boolean;
	/** Given when the last reply failed and is to be asked for again. */
	readonly dropReply?: () => void;
}

/** What a remedy came to: a compaction, something else that helped, or nothing, which leaves it to the next. */
export type RemedyOutcome = CompactionResult | "helped" | undefined;

/** One way to make the context smaller. */
export interface Remedy {
	readonly action: CompactionAction;
	/** Tells without changing anything whether it may be tried. */
	fits(trigger: Trigger): boolean | Promise<boolean>;
	apply(trigger: Trigger): Promise<RemedyOutcome>;
}

interface AutoCompactionPorts {
	readonly live: LiveContext;
	readonly meter: ContextMeter;
	readonly policy: () => CompactionPolicy;
	readonly threshold: () => number;
	/** Those of the strategy, in the order in which they are tried; the last one always fits. */
	readonly remedies: () => readonly Remedy[];
	/** No compaction may take longer. */
	readonly deadlineMs: number;
}

const failurePrefix: Record<CompactionReason, string> = {
	overflow: "Context overflow recovery failed",
	incomplete: "Incomplete response recovery failed",
	threshold: "Auto-compaction failed",
	idle: "Auto-compaction failed",
};
/** So many compactions of one user turn may fail to get below the threshold. */
const maxVain = 2;

/** Compacts without being asked, says so, and stops when it is of no use. */
export class AutoCompaction {
	readonly #ports: AutoCompactionPorts;
	#running: AbortController | undefined;
	/** Compactions in a row that freed too little. */
	#vain = 0;
	#hasGivenUp = false;

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

	/** A new turn of the user's is a new chance. */
	reset(): void {
		this.#vain = 0;
		this.#hasGivenUp = false;
	}

	cancel(): void {
		this.#running?.abort(new DOMException("Compaction cancelled", "AbortError"));
	}

	isAboveThreshold(): boolean {
		const { live, meter, threshold } = this.#ports;
		return meter.tokens(live.parts) > threshold();
	}

	/** True when the context is smaller now; the events say why it is not. */
	async run(trigger: Trigger): Promise<boolean> {
		if (trigger.signal.aborted || (this.#hasGivenUp && !trigger.dropReply)) return false;
		for (const remedy of this.#ports.remedies()) {
			if (!(await remedy.fits(trigger))) continue;
			const outcome = await this.#apply(remedy, trigger);
			if (outcome !== "next") return outcome === "helped";
		}
		return false;
	}

	async #apply(remedy: Remedy, trigger: Trigger): Promise<"helped" | "gave-up" | "next"> {
		const { emit } = this.#ports.live;
		const { action } = remedy;
		await emit({ type: "auto_compaction_start", reason: trigger.reason, action });
		const ended = { type: "auto_compaction_end" as const, action, result: null, aborted: false, willRetry: false };
		if (this.#vain >= maxVain && !trigger.dropReply) {
			await emit({ ...ended, skipped: true });
			await this.#giveUp();
			return "gave-up";
		}
		try {
			const outcome = await this.#withinDeadline(trigger, (limited) => remedy.apply(limited));
			if (!outcome) {
				await emit({ ...ended, skipped: true });
				return "next";
			}
			this.#vain = this.isAboveThreshold() ? this.#vain + 1 : 0;
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
		const message = error instanceof Error ? error.message : String(error);
		return { aborted: false, errorMessage: `${failurePrefix[trigger.reason]}: ${message}` };
	}

	async #withinDeadline<Result>(trigger: Trigger, work: (limited: Trigger) => Promise<Result>): Promise<Result> {
		const { deadlineMs } = this.#ports;
		const running = new AbortController();
		this.#running = running;
		const timer = setTimeout(() => {
			running.abort(new DOMException(`It took longer than ${deadlineMs / 1000} s`, "TimeoutError"));
		}, deadlineMs);
		try {
			return await work({ ...trigger, signal: AbortSignal.any([trigger.signal, running.signal]) });
		} finally {
			clearTimeout(timer);
			this.#running = undefined;
		}
	}

	/** Until the user speaks again, the context is left as it is. */
	async #giveUp(): Promise<void> {
		this.#hasGivenUp = true;
		await this.#ports.live.emit({
			type: "notice",
			level: "warning",
			message: "Compaction frees too little to get below the threshold; it is not tried again in this turn",
			source: "compaction",
		});
	}
}

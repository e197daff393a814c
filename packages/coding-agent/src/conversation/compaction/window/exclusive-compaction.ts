import type { Handoff, HandoffResult } from "../handoff.ts";
import type { ContextWindow, ManualCompaction } from "./context-window.ts";

interface ExclusiveCompactionPorts {
	readonly runs: {
		runExclusively<Result>(
			work: (signal: AbortSignal) => Promise<Result>,
			options?: { readonly refuseWhenBusy?: boolean },
		): Promise<Result>;
	};
	readonly context: ContextWindow;
	readonly handoff: Handoff;
	/** Resolves when no change of the session is pending. */
	readonly settled: () => Promise<unknown>;
}

/** Compaction and handoff on request: no run is active meanwhile. */
export class ExclusiveCompaction {
	readonly #ports: ExclusiveCompactionPorts;

	constructor(ports: ExclusiveCompactionPorts) {
		this.#ports = ports;
	}

	/** Summarizes older messages. Aborts the current run; queued messages follow. */
	async compact(
		focus?: string,
		options: Omit<ManualCompaction, "focus" | "signal"> = {},
	): ReturnType<ContextWindow["compact"]> {
		const { runs, context, settled } = this.#ports;
		await settled();
		return runs.runExclusively((signal) => context.compact({ ...options, ...(focus && { focus }), signal }));
	}

	/** Continues in a new session that starts with a handoff document; refused while a run is active. */
	async handOff(focus?: string): Promise<HandoffResult> {
		const { runs, handoff, settled } = this.#ports;
		await settled();
		return runs.runExclusively((signal) => handoff.handOff({ ...(focus && { focus }), signal }), {
			refuseWhenBusy: true,
		});
	}
}

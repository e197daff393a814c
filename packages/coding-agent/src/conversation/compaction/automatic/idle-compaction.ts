import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { CompactionPolicy } from "../compaction-policy.ts";

interface IdleCompactionPorts {
	readonly policy: () => CompactionPolicy;
	readonly tokens: () => number;
	readonly compact: (signal: AbortSignal) => Promise<unknown>;
	readonly sleep: typeof sleep;
}

/** Compacts a large context after some idle time. */
export class IdleCompaction {
	readonly #ports: IdleCompactionPorts;
	#waiting: AbortController | undefined;

	constructor(ports: IdleCompactionPorts) {
		this.#ports = ports;
	}

	/** Restarts the idle timer. */
	async begin(): Promise<void> {
		this.end();
		const { idleEnabled, enabled, strategy, idleThresholdTokens, idleTimeoutSeconds } = this.#ports.policy();
		const isWanted = enabled && idleEnabled && strategy !== "off";
		if (!isWanted || this.#ports.tokens() <= idleThresholdTokens) return;
		const waiting = new AbortController();
		this.#waiting = waiting;
		try {
			await this.#ports.sleep(idleTimeoutSeconds * 1000, { signal: waiting.signal });
		} catch {
			// No longer idle.
			return;
		}
		if (!waiting.signal.aborted) await this.#ports.compact(waiting.signal);
	}

	/** No longer idle: aborts the timer or the compaction. */
	end(): void {
		this.#waiting?.abort(new DOMException("No longer idle", "AbortError"));
		this.#waiting = undefined;
	}
}

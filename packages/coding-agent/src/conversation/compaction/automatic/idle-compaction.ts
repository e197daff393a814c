import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { CompactionPolicy } from "../compaction-policy.ts";

interface IdleCompactionPorts {
	readonly policy: () => CompactionPolicy;
	readonly tokens: () => number;
	readonly compact: (signal: AbortSignal) => Promise<unknown>;
	readonly sleep: typeof sleep;
}

/** Compacts a large context while nobody wants anything. */
export class IdleCompaction {
	readonly #ports: IdleCompactionPorts;
	#waiting: AbortController | undefined;

	constructor(ports: IdleCompactionPorts) {
		this.#ports = ports;
	}

	/** The conversation rests; what began before counts no more. */
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
			// Somebody wants something.
			return;
		}
		if (!waiting.signal.aborted) await this.#ports.compact(waiting.signal);
	}

	/** Somebody wants something: the wait and the compaction end. */
	end(): void {
		this.#waiting?.abort(new DOMException("The conversation goes on", "AbortError"));
		this.#waiting = undefined;
	}
}

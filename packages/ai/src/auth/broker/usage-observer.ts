import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Usage } from "../../message.ts";

/** What one model was used for since the last report, as the broker takes it. */
export interface ObservedUsage {
	readonly provider: string;
	readonly model: string;
	readonly requests: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cacheReadTokens: number;
	readonly cacheWriteTokens: number;
}

const usualSettleMs = 500;

/** Reports what was used with the broker's accounts: each answer at once, and those during a report with the next one. */
export class UsageObserver {
	readonly #send: (entries: readonly ObservedUsage[]) => Promise<void>;
	readonly #waiting = new Map<string, ObservedUsage>();
	#sending: Promise<void> | undefined;

	constructor(send: (entries: readonly ObservedUsage[]) => Promise<void>) {
		this.#send = send;
	}

	add(provider: string, model: string, usage: Usage): void {
		const { input, output, cacheRead, cacheWrite } = usage;
		const counts = {
			inputTokens: input,
			outputTokens: output,
			cacheReadTokens: cacheRead,
			cacheWriteTokens: cacheWrite,
		};
		if (Object.values(counts).every((count) => count === 0)) return;
		this.#count({ provider, model, requests: 1, ...counts });
		this.#sending ??= this.#report().finally(() => {
			this.#sending = undefined;
		});
	}

	/** Waits for a report that is under way, though not for long. */
	async settle(limitMs = usualSettleMs): Promise<void> {
		if (this.#sending) await Promise.race([this.#sending, Bun.sleep(limitMs)]);
	}

	async #report(): Promise<void> {
		while (this.#waiting.size > 0) {
			const entries = [...this.#waiting.values()];
			this.#waiting.clear();
			try {
				await this.#send(entries);
			} catch (error) {
				logIgnored("a report of used tokens; the next one has them, too", error);
				for (const entry of entries) this.#count(entry);
				return;
			}
		}
	}

	#count(entry: ObservedUsage): void {
		const key = JSON.stringify([entry.provider, entry.model]);
		const known = this.#waiting.get(key);
		this.#waiting.set(key, known ? sum(known, entry) : entry);
	}
}

function sum(a: ObservedUsage, b: ObservedUsage): ObservedUsage {
	return {
		provider: a.provider,
		model: a.model,
		requests: a.requests + b.requests,
		inputTokens: a.inputTokens + b.inputTokens,
		outputTokens: a.outputTokens + b.outputTokens,
		cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
		cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
	};
}

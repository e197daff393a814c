import type { AgentMessage } from "./message.ts";

const queueModes = ["all", "one-at-a-time"] as const;
export type QueueMode = (typeof queueModes)[number];

/** Messages that wait for their moment in a run. */
export class MessageQueue {
	#messages: AgentMessage[] = [];
	#mode: QueueMode = "one-at-a-time";
	readonly #waiting = new Set<() => void>();

	get mode(): QueueMode {
		return this.#mode;
	}

	set mode(mode: QueueMode) {
		if (!queueModes.includes(mode)) throw new Error(`Unknown queue mode "${mode}": use ${queueModes.join(" or ")}`);
		this.#mode = mode;
	}

	get size(): number {
		return this.#messages.length;
	}

	add(message: AgentMessage): void {
		this.#messages.push(message);
		for (const wake of this.#waiting) wake();
	}

	/** Settles when there is a message, or when the signal fires. */
	async whenFilled(signal: AbortSignal): Promise<void> {
		if (this.size > 0 || signal.aborted) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#waiting.add(resolve);
		signal.addEventListener("abort", () => resolve(), { once: true });
		await promise;
		this.#waiting.delete(resolve);
	}

	/** What is due now: one message or all of them, as the mode says. */
	take(): AgentMessage[] {
		return this.#messages.splice(0, this.#mode === "all" ? this.#messages.length : 1);
	}

	popLast(): AgentMessage | undefined {
		return this.#messages.pop();
	}

	peek(): readonly AgentMessage[] {
		return [...this.#messages];
	}

	replace(messages: readonly AgentMessage[]): void {
		this.#messages = [...messages];
	}

	clear(): void {
		this.#messages = [];
	}
}

import type { AgentMessage } from "../message.ts";

const queueModes = ["all", "one-at-a-time"] as const;
export type QueueMode = (typeof queueModes)[number];

/** Messages that wait for their turn in a run. */
export class MessageQueue {
	/** Each message with its companions. */
	#groups: AgentMessage[][] = [];
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
		return this.#groups.length;
	}

	/** `companions` are delivered right before the message, whatever the mode. */
	add(message: AgentMessage, companions: readonly AgentMessage[] = []): void {
		this.#groups.push([...companions, message]);
		for (const wake of this.#waiting) wake();
	}

	/** Resolves when there is a message, or when the signal fires. */
	async whenFilled(signal: AbortSignal): Promise<void> {
		if (this.size > 0 || signal.aborted) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#waiting.add(resolve);
		signal.addEventListener("abort", () => resolve(), { once: true });
		await promise;
		this.#waiting.delete(resolve);
	}

	/** The messages due now: one or all of them, depending on the mode. */
	take(): AgentMessage[] {
		return this.#groups.splice(0, this.#mode === "all" ? this.#groups.length : 1).flat();
	}

	popLast(): AgentMessage | undefined {
		return this.#groups.pop()?.at(-1);
	}

	/** Removes and returns the messages that match, with their companions. */
	remove(matches: (message: AgentMessage) => boolean): AgentMessage[] {
		const isMatch = (group: readonly AgentMessage[]) => group.slice(-1).some(matches);
		const removed = this.#groups.filter(isMatch);
		this.#groups = this.#groups.filter((group) => !isMatch(group));
		return removed.flat();
	}

	/** Without companions. */
	newest(): readonly AgentMessage[] {
		return this.#groups.flatMap((group) => group.slice(-1));
	}

	peek(): readonly AgentMessage[] {
		return this.#groups.flat();
	}

	replace(messages: readonly AgentMessage[]): void {
		this.#groups = messages.map((message) => [message]);
	}

	clear(): void {
		this.#groups = [];
	}
}

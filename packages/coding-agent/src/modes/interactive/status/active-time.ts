import type { ConversationEvent } from "../../../conversation/event/event.ts";

/** Counts for how long the model and its tools have been at work. */
export class ActiveTime {
	readonly #now: () => number;
	#doneMs = 0;
	#since: number | undefined;

	constructor(now: () => number) {
		this.#now = now;
	}

	get ms(): number {
		return this.#doneMs + (this.#since === undefined ? 0 : this.#now() - this.#since);
	}

	handle(event: ConversationEvent): void {
		if (event.type === "agent_start") this.#since ??= this.#now();
		if (event.type !== "agent_end") return;
		this.#doneMs = this.ms;
		this.#since = undefined;
	}
}

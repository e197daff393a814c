import { TaskStopped } from "./task-failure.ts";

/** The end of an attempt before its own: at once, or when the turn under way is finished. */
export class TaskStop {
	/** A turn is under way, which has been paid for. */
	isInTurn = false;
	/** What is being done must be completed first. */
	isDelivering = false;
	readonly #controller = new AbortController();
	#wantsHandBack = false;

	/** Its reason is why the attempt ended. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	get isStopping(): boolean {
		return this.#controller.signal.aborted;
	}

	get wantsHandBack(): boolean {
		return this.#wantsHandBack;
	}

	now(reason: unknown): void {
		this.#controller.abort(reason);
	}

	/** Finish the turn, ship it, and give the task back. */
	handBack(): void {
		this.#wantsHandBack = true;
		if (!this.isInTurn && !this.isDelivering) this.now(new TaskStopped("hand-back"));
	}

	/** Between two pieces of work. */
	throwIfStopping(): void {
		if (this.#wantsHandBack && !this.isDelivering) this.now(new TaskStopped("hand-back"));
		this.signal.throwIfAborted();
	}
}

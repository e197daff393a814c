import type { QueryQueue } from "./queries.ts";
import type { CursorPosition } from "./terminal.ts";

type Answer = (position: CursorPosition | undefined) => void;

/** Questions to the terminal where its cursor is; it answers them in order, or not at all. */
export class CursorQueries {
	readonly #queries: QueryQueue;
	/** A cursor report looks like a key, so the input has to know whether one is expected. */
	readonly #onWaiting: (isWaiting: boolean) => void;
	#waiters: Answer[] = [];
	#hasReported = false;

	constructor(queries: QueryQueue, onWaiting: (isWaiting: boolean) => void) {
		this.#queries = queries;
		this.#onWaiting = onWaiting;
	}

	/** The terminal has said at least once where its cursor is. */
	get hasReported(): boolean {
		return this.#hasReported;
	}

	ask(query: string): Promise<CursorPosition | undefined> {
		return new Promise((resolve) => {
			this.#waiters.push(resolve);
			this.#onWaiting(true);
			this.#queries.ask(query, () => {
				if (this.#waiters.includes(resolve)) this.#answer(undefined);
			});
		});
	}

	take(position: CursorPosition): void {
		this.#hasReported = true;
		this.#answer(position);
	}

	#answer(position: CursorPosition | undefined): void {
		const answer = this.#waiters.shift();
		this.#onWaiting(this.#waiters.length > 0);
		answer?.(position && { row: position.row, column: position.column });
	}
}

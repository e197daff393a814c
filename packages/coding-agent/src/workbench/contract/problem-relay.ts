import type { Problem } from "@oh-my-pi/pi-session/entry/problem";

/** Forwards problems with session files to a listener that is attached later. */
export class ProblemRelay {
	#listener: ((problem: Problem) => void) | undefined;

	/** Earlier problems are in the log's own list. */
	readonly report = (problem: Problem): void => this.#listener?.(problem);

	connect(listener: (problem: Problem) => void): void {
		this.#listener = listener;
	}
}

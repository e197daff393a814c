import type { Problem } from "@oh-my-pi/pi-session/problem";

/** Hands on what goes wrong with session files, once somebody is there to be told. */
export class ProblemRelay {
	#listener: ((problem: Problem) => void) | undefined;

	/** What happens before is found in the log's own list. */
	readonly report = (problem: Problem): void => this.#listener?.(problem);

	connect(listener: (problem: Problem) => void): void {
		this.#listener = listener;
	}
}

import { isSettled, type Job } from "./job.ts";
import type { JobBoard } from "./job-board.ts";

export interface JobWait {
	readonly ownerId: string;
	readonly ids: readonly string[];
	/** One of them is enough; by default all have to settle. */
	readonly untilOne?: boolean;
	readonly windowMs: number;
	readonly signal: AbortSignal;
	/** Settles when something else wants the agent's attention, such as a message of a peer. */
	readonly interruption?: Promise<unknown>;
	/** Called now and then with the state so far. */
	readonly onTick?: (jobs: readonly Job[]) => void;
}

const tickMs = 500;

/** Waits until the jobs settle, the window is over, or something comes in between. Gives all of them as they then are. */
export async function waitForJob(board: JobBoard, wait: JobWait): Promise<Job[]> {
	const { ids, ownerId, untilOne = false, windowMs, signal, interruption, onTick } = wait;
	const watched = () => board.list(ownerId).filter(({ id }) => ids.includes(id));
	const over = Promise.withResolvers<void>();
	const settle = () => over.resolve();
	const check = () => {
		const jobs = watched();
		const isEnough = untilOne ? jobs.some(isSettled) : jobs.every(isSettled);
		if (jobs.length === 0 || isEnough) settle();
	};
	using _change = board.onChange(check);
	const timer = setTimeout(settle, windowMs);
	const ticker = setInterval(() => onTick?.(watched()), tickMs);
	signal.addEventListener("abort", settle, { once: true });
	interruption?.then(settle, settle);
	if (signal.aborted) settle();
	check();
	try {
		await over.promise;
		return watched();
	} finally {
		clearTimeout(timer);
		clearInterval(ticker);
		signal.removeEventListener("abort", settle);
	}
}

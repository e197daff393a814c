import type { SupervisedProcess } from "../processes/supervised-process.ts";
import type { ForeignProcess } from "../processes/supervisor.ts";

export interface Waiting {
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** Settles when something else wants the agent's attention. */
	readonly interruption: ((signal: AbortSignal) => Promise<unknown>) | undefined;
	/** Ends the wait when nothing has happened for so long. */
	readonly quietMs?: number;
}

/** How often a process of another omp is looked at. */
const lookEveryMs = 200;

/** Waits until the condition holds, asked whenever the process prints something or changes, and at the end. */
export async function waitUntil(
	condition: () => boolean | Promise<boolean>,
	found: SupervisedProcess | ForeignProcess,
	{ timeoutMs, signal, interruption, quietMs }: Waiting,
): Promise<"met" | "over"> {
	const over = new AbortController();
	let isMet = false;
	let isChanged = true;
	let wake = () => {};
	const nudge = () => {
		isChanged = true;
		wake();
	};
	const end = () => {
		over.abort();
		nudge();
	};
	using _change = "onChange" in found ? found.onChange(nudge) : every(lookEveryMs, nudge);
	const timer = setTimeout(end, timeoutMs);
	signal.addEventListener("abort", end, { once: true });
	interruption?.(over.signal).then(end, () => {});
	try {
		for (;;) {
			const isLast = over.signal.aborted || signal.aborted;
			isChanged = false;
			isMet = await condition();
			if (isMet || isLast) return isMet ? "met" : "over";
			if (isChanged) continue;
			const { promise, resolve } = Promise.withResolvers<void>();
			wake = resolve;
			const quiet = quietMs === undefined ? undefined : setTimeout(end, quietMs);
			await promise;
			clearTimeout(quiet);
		}
	} finally {
		clearTimeout(timer);
		over.abort();
		signal.removeEventListener("abort", end);
	}
}

function every(ms: number, run: () => void): Disposable {
	const timer = setInterval(run, ms);
	return { [Symbol.dispose]: () => clearInterval(timer) };
}

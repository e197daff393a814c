import type { FatalSignal, ProcessSignals } from "./streams.ts";

const FATAL_SIGNALS: readonly FatalSignal[] = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"];

/** Runs `restore` when the process exits abnormally. Returns a function that removes the guard. */
export function guardRestore(signals: ProcessSignals, restore: () => void): () => void {
	const releases: Array<() => void> = [];
	const release = () => {
		for (const undo of releases.splice(0)) undo();
	};
	for (const event of ["exit", "uncaughtExceptionMonitor"] as const) {
		signals.on(event, restore);
		releases.push(() => signals.off(event, restore));
	}
	for (const signal of FATAL_SIGNALS) {
		const onSignal = () => {
			// Another listener shuts down properly and stops the terminal on the way.
			if (signals.listenerCount(signal) > 1) return;
			try {
				restore();
			} finally {
				// A terminal that is gone cannot be restored; the process must not go on without it.
				release();
				signals.raise(signal);
			}
		};
		signals.on(signal, onSignal);
		releases.push(() => signals.off(signal, onSignal));
	}
	return release;
}

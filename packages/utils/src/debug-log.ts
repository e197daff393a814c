/** Receives every failure that omp ignored: why it was safe to ignore, and the error. */
export type DebugSink = (reason: string, error: unknown) => void;

// Process-wide, like the log it feeds. Unset until the product starts, so libraries and tests log nothing.
let sink: DebugSink | undefined;

/** Sets where ignored failures are logged; `undefined` turns logging off. */
export function setDebugSink(next: DebugSink | undefined): void {
	sink = next;
}

/** Logs a failure that the caller ignores. Never throws: a broken log must not break the caller. */
export function logIgnored(reason: string, error: unknown): void {
	try {
		sink?.(reason, error);
	} catch {
		// There is no other place to report it.
	}
}

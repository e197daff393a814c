import { setDebugSink } from "@oh-my-pi/pi-utils/debug-log";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The debug log of this process: failures that were ignored because they do no harm, and hooks that failed. */
export interface DebugLog {
	/** The file, once something was written and that has reached the disk. */
	written(): Promise<string | undefined>;
}

/** Sends ignored failures to the log file; with `echo` each is also shown at once. Loads nothing until one happens. */
export function startDebugLog(host: Host, echo?: (line: string) => void): DebugLog {
	let last: Promise<string | undefined> = Promise.resolve(undefined);
	setDebugSink((reason, error) => {
		last = last.then(async (before) => {
			const { logLine, writeLog } = await import("./log-file.ts");
			echo?.(logLine("debug", error, host, reason));
			// Without a log there is nowhere left to report to.
			return writeLog("debug", error, host, reason).catch(() => before);
		});
	});
	return { written: () => last };
}

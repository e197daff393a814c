import { setDebugSink } from "@oh-my-pi/pi-utils/debug-log";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The debug log of this process: ignored failures and failed hooks. */
export interface DebugLog {
	/** The file, after pending writes; `undefined` if nothing was logged. */
	written(): Promise<string | undefined>;
}

/** Writes ignored failures to the log file and to `echo`. Loads the log module on the first failure. */
export function startDebugLog(host: Host, echo?: (line: string) => void): DebugLog {
	let last: Promise<string | undefined> = Promise.resolve(undefined);
	setDebugSink((reason, error) => {
		last = last.then(async (before) => {
			const { logLine, writeLog } = await import("./log-file.ts");
			echo?.(logLine("debug", error, host, reason));
			// A failure to log cannot be reported anywhere.
			return writeLog("debug", error, host, reason).catch(() => before);
		});
	});
	return { written: () => last };
}

import { writeSync } from "node:fs";
import type { TerminalStreams } from "./streams.ts";

/** What Node's tty streams do on SIGWINCH, callable before the signal arrives. */
interface RefreshableStream {
	_refreshSize?(): void;
}

/** The terminal this process was started from. */
export function processStreams(): TerminalStreams {
	const { stdin, stdout } = process;
	return {
		input: {
			get isRaw() {
				return stdin.isRaw;
			},
			setRawMode: (on) => stdin.setRawMode?.(on),
			on: (event, listener) => stdin.on(event, listener),
			off: (event, listener) => stdin.off(event, listener),
			resume: () => stdin.resume(),
			pause: () => stdin.pause(),
		},
		output: {
			get columns() {
				return stdout.columns;
			},
			get rows() {
				return stdout.rows;
			},
			refreshSize: () => (stdout as RefreshableStream)._refreshSize?.(),
			write: (data) => stdout.write(data),
			writeNow: (data) => writeSync(stdout.fd, data),
			on: (event: string, listener: () => void) => stdout.on(event, listener),
			off: (event: string, listener: () => void) => stdout.off(event, listener),
		},
		signals: {
			on: (event: string, listener: () => void) => process.on(event, listener),
			off: (event: string, listener: () => void) => process.off(event, listener),
			listenerCount: (event: string) => process.listenerCount(event),
			raise: (signal) => process.kill(process.pid, signal),
			stopGroup: () => process.kill(0, "SIGTSTP"),
		},
	};
}

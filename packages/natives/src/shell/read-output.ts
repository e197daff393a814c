import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
export interface OutputReader {
	/**
	 * Waits for the end of the stream, for a period of silence, or for the maximum time; nothing is reported
	 * afterwards. Output of background processes is still drained, because a closed pipe would kill them. Returns
	 * whether the stream ended.
	 */
	settle(limits: { idleMs: number; maxMs: number }): Promise<boolean>;
	/** Closes the pipe: writers get SIGPIPE. */
	stop(): void;
	readonly ended: Promise<void>;
}

export function readOutput(stream: ReadableStream<Uint8Array>, onData: (bytes: Uint8Array) => void): OutputReader {
	const reader = stream.getReader();
	let report = onData;
	let isOpen = true;
	let lastDataAt = performance.now();
	let uncollectedBytes = 0;
	const ended = (async () => {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			lastDataAt = performance.now();
			report(next.value);
			uncollectedBytes += next.value.length;
			if (uncollectedBytes < collectEveryBytes) continue;
			uncollectedBytes = 0;
			Bun.gc(true);
		}
	})().finally(() => {
		isOpen = false;
	});
	// Failures are reported to those who await `ended`.
	ended.catch(() => {});
	return {
		ended,
		stop() {
			report = () => {};
			void ignoreFailure(reader.cancel(), "the output is no longer read");
		},
		async settle({ idleMs, maxMs }) {
			const startedAt = performance.now();
			while (isOpen) {
				const now = performance.now();
				const left = Math.min(Math.max(lastDataAt, startedAt) + idleMs, startedAt + maxMs) - now;
				if (left <= 0) break;
				await waitFor(ended, left);
			}
			report = () => {};
			return !isOpen;
		},
	};
}

/** By itself the GC lets garbage grow to the size of the live heap, so a flood of output would double a large heap. */
const collectEveryBytes = 24 * 1024 * 1024;

async function waitFor(promise: Promise<void>, maxMs: number): Promise<void> {
	let timer: Timer | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, maxMs);
	});
	await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

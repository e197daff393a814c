import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
export interface OutputReader {
	/**
	 * Waits for the end of the stream, for so much silence, or for so long at most; nothing is reported afterwards. What a
	 * child in the background goes on writing is still taken in, since a closed pipe would end it. Says whether it was the end.
	 */
	settle(limits: { idleMs: number; maxMs: number }): Promise<boolean>;
	/** Closes the pipe: who writes to it from now on gets an error. */
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
	// Whoever waits for the end hears of a failure; nobody has to.
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

/** By itself the collector lets garbage grow to the size of what is alive, so that a flood would double a large heap. */
const collectEveryBytes = 24 * 1024 * 1024;

async function waitFor(promise: Promise<void>, maxMs: number): Promise<void> {
	let timer: Timer | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, maxMs);
	});
	await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { processExists } from "@oh-my-pi/pi-utils/process/process-exists";

/** Waits for a free slot of a provider; disposing releases it. */
export type InFlightLimit = (provider: string, signal: AbortSignal | undefined) => Promise<Disposable | undefined>;

const pollMs = 50;

/** Limits concurrent requests per provider across all omp processes that share a folder: one lock file per slot. */
export function sharedInFlightLimit(folder: string, limits: Readonly<Record<string, number>>): InFlightLimit {
	return async (provider, signal) => {
		const places = limits[provider];
		if (!places || places <= 0) return undefined;
		const providerFolder = join(folder, provider.replace(/[^A-Za-z0-9._-]/g, "_"));
		mkdirSync(providerFolder, { recursive: true, mode: 0o700 });
		for (;;) {
			for (let place = 0; place < places; place++) {
				const held = claim(join(providerFolder, `${place}.lock`));
				if (held) return held;
			}
			await sleep(pollMs, { signal });
		}
	};
}

function claim(path: string): Disposable | undefined {
	try {
		const descriptor = openSync(path, "wx", 0o600);
		writeSync(descriptor, String(process.pid));
		closeSync(descriptor);
		return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
	} catch {
		// Taken. The slot of an exited process is free at the next check.
		const holder = readHolder(path);
		if (holder === undefined || !processExists(holder)) rmSync(path, { force: true });
		return undefined;
	}
}

function readHolder(path: string): number | undefined {
	try {
		const pid = Number(readFileSync(path, "utf8"));
		// An empty file: its owner is about to write its PID.
		return pid > 0 ? pid : process.pid;
	} catch {
		return undefined;
	}
}

import { acquireLock, type Lock, lockWorld } from "@oh-my-pi/pi-session/storage/lock";

const longestWaitMs = 5000;
const pauseMs = 10;

/** `undefined` when the lock cannot be created: the write then reports the actual error. */
export async function waitForLock(path: string, now: () => number): Promise<Lock | undefined> {
	for (let waitedMs = 0; ; waitedMs += pauseMs) {
		const result = acquireLock(path, lockWorld(now));
		if (result.kind === "locked") return result.lock;
		if (result.kind === "unavailable") return undefined;
		if (waitedMs >= longestWaitMs) {
			throw new Error(`${path} is being written by process ${result.holder.pid}; try again`);
		}
		await Bun.sleep(pauseMs);
	}
}

import { realpathSync } from "node:fs";
import { resolve } from "node:path";

const queues = new Map<string, Promise<unknown>>();

/** Runs changes of one file one after the other, whichever path names it; those of other files do not wait. */
export async function withFileMutationQueue<Result>(
	path: string,
	change: () => Promise<Result> | Result,
): Promise<Result> {
	const key = realName(path);
	const before = queues.get(key) ?? Promise.resolve();
	const running = before.then(change, change);
	const settled = running.then(
		() => {},
		() => {},
	);
	queues.set(key, settled);
	try {
		return await running;
	} finally {
		if (queues.get(key) === settled) queues.delete(key);
	}
}

function realName(path: string): string {
	const absolute = resolve(path);
	try {
		return realpathSync(absolute);
	} catch {
		// It is about to be made.
		return absolute;
	}
}

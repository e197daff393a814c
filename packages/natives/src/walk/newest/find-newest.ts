import type { HandedFolder } from "../folder-walk.ts";
import { type GlobScope, lookDespiteIgnores } from "../glob-scope.ts";
import { Turns } from "../turns.ts";
import type { NewestPaths } from "./newest-paths.ts";
import { NewestWalk } from "./newest-walk.ts";
import { WalkPool } from "./walk-pool.ts";
import type { WalkThreads } from "./walk-threads.ts";

export interface NewestOptions extends GlobScope {
	/** Receives the results; after an abort it has those found so far. */
	readonly into: NewestPaths;
	readonly signal: AbortSignal;
	readonly threads?: WalkThreads | undefined;
	/** Called periodically during the walk. */
	readonly onProgress?: () => void;
}

/** How long a walk runs alone when threads are idle. */
const shortTurnMs = 1;

/** The newest files and folders below a root that match a glob. */
export function findNewest(options: NewestOptions): Promise<void> {
	return lookDespiteIgnores(options, search);
}

/** Returns the number of files and folders seen. */
async function search(options: NewestOptions): Promise<number> {
	using walk = new NewestWalk(options, options.into);
	walk.begin();
	const undone = await walkToEnd(walk, options);
	// A thread failed; continue without threads.
	if (undone.length > 0) {
		walk.takeOver(undone);
		await walkToEnd(walk, { ...options, threads: undefined });
	}
	return walk.seenCount;
}

/** Returns the folders left over by a failed thread. A walk that fits into one slice needs no threads. */
async function walkToEnd(walk: NewestWalk, options: NewestOptions): Promise<HandedFolder[]> {
	const { threads, signal, onProgress } = options;
	const turns = new Turns(signal, threads?.areReady ? shortTurnMs : undefined);
	let pool: WalkPool | undefined;
	try {
		for (;;) {
			const hasMore = walk.proceed(() => turns.isOver);
			onProgress?.();
			signal.throwIfAborted();
			if (threads && hasMore) pool ??= new WalkPool(threads, walk, options);
			pool?.share();
			if (!hasMore && !pool?.isBusy) break;
			if (!hasMore) await pool?.news(signal);
			await turns.next();
		}
	} catch (error) {
		await pool?.end(signal);
		throw error;
	}
	return (await pool?.end(signal)) ?? [];
}

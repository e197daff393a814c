import type { HandedFolder } from "./folder-walk.ts";
import { type GlobScope, lookDespiteIgnores } from "./glob-scope.ts";
import type { NewestPaths } from "./newest-paths.ts";
import { NewestWalk } from "./newest-walk.ts";
import { Turns } from "./turns.ts";
import { WalkTeam } from "./walk-team.ts";
import type { WalkThreads } from "./walk-threads.ts";

export interface NewestOptions extends GlobScope {
	/** Where what is found goes; after an abort, what was found until then is there. */
	readonly into: NewestPaths;
	readonly signal: AbortSignal;
	readonly threads?: WalkThreads | undefined;
	/** Called now and then while the walk goes on. */
	readonly onProgress?: () => void;
}

/** How long a walk goes on alone when threads are waiting. */
const shortTurnMs = 1;

/** The newest files and folders below a root that match a glob. */
export function findNewest(options: NewestOptions): Promise<void> {
	return lookDespiteIgnores(options, search);
}

/** Says how many files and folders it saw where it began. */
async function search(options: NewestOptions): Promise<number> {
	using walk = new NewestWalk(options, options.into);
	walk.begin();
	const undone = await walkToEnd(walk, options);
	// A thread failed. Whatever was the reason, without threads there is none.
	if (undone.length > 0) {
		walk.takeOver(undone);
		await walkToEnd(walk, { ...options, threads: undefined });
	}
	return walk.seenCount;
}

/** Returns what nobody looked into because a thread failed. What is done in one turn needs no threads. */
async function walkToEnd(walk: NewestWalk, options: NewestOptions): Promise<HandedFolder[]> {
	const { threads, signal, onProgress } = options;
	const turns = new Turns(signal, threads?.areReady ? shortTurnMs : undefined);
	let team: WalkTeam | undefined;
	try {
		for (;;) {
			const hasMore = walk.proceed(() => turns.isOver);
			onProgress?.();
			signal.throwIfAborted();
			if (threads && hasMore) team ??= new WalkTeam(threads, walk, options);
			team?.share();
			if (!hasMore && !team?.isBusy) break;
			if (!hasMore) await team?.news(signal);
			await turns.next();
		}
	} catch (error) {
		await team?.end(signal);
		throw error;
	}
	return (await team?.end(signal)) ?? [];
}

import type { HandedFolder } from "./folder-walk.ts";
import { type GlobScope, lookDespiteIgnores } from "./glob-scope.ts";
import type { NewestPaths } from "./newest-paths.ts";
import { NewestWalk } from "./newest-walk.ts";
import { othersTurn } from "./walk-folders.ts";
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

/** About what is looked at in four milliseconds; after so many, others get their turn. */
const sliceEntries = 2000;
/** The same while no thread helps yet. */
const firstEntries = 500;
/** A tree of so many is done before a thread has started. */
const entriesAlone = 2000;

/** The newest files and folders below a root that match a glob. */
export function findNewest(options: NewestOptions): Promise<void> {
	return lookDespiteIgnores(options, search);
}

/** Says how many files and folders it saw in the root itself. */
async function search(options: NewestOptions): Promise<number> {
	const walk = new NewestWalk(options, options.into);
	walk.begin();
	const undone = await walkToEnd(walk, options);
	// A thread failed. Whatever was the reason, without threads there is none.
	if (undone.length > 0) {
		walk.takeOver(undone);
		await walkToEnd(walk, { ...options, threads: undefined });
	}
	return walk.seenCount;
}

/** Returns what nobody looked into because a thread failed. */
async function walkToEnd(walk: NewestWalk, options: NewestOptions): Promise<HandedFolder[]> {
	const { threads, signal, onProgress } = options;
	let team: WalkTeam | undefined;
	try {
		for (;;) {
			signal.throwIfAborted();
			const hasMore = walk.proceed(team ? sliceEntries : firstEntries);
			onProgress?.();
			if (threads && hasMore && (threads.areReady || walk.workCount > entriesAlone)) {
				team ??= new WalkTeam(threads, walk, options);
			}
			team?.share();
			if (hasMore) await othersTurn();
			else if (team?.isBusy) await team.news(signal);
			else break;
		}
	} catch (error) {
		await team?.end(signal);
		throw error;
	}
	return (await team?.end(signal)) ?? [];
}

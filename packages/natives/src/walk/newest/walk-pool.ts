import type { HandedFolder } from "../folder-walk.ts";
import type { GlobScope } from "../glob-scope.ts";
import type { NewestPaths } from "./newest-paths.ts";
import type { NewestWalk } from "./newest-walk.ts";
import { WalkHelper } from "./walk-helper.ts";
import { WalkSignals } from "./walk-messages.ts";
import type { WalkThreads } from "./walk-threads.ts";

/** How long a thread may take to answer after an abort; one that hangs in a system call never does. */
const answerMs = 500;

/** The threads of one walk. */
export class WalkPool {
	readonly #threads: WalkThreads;
	readonly #walk: NewestWalk;
	readonly #into: NewestPaths;
	readonly #signals = new WalkSignals();
	readonly #helpers: readonly WalkHelper[];
	#onNews = () => {};

	constructor(
		threads: WalkThreads,
		walk: NewestWalk,
		{ root, pattern, rules, into }: GlobScope & { into: NewestPaths },
	) {
		this.#threads = threads;
		this.#walk = walk;
		this.#into = into;
		const shared = { walk, signals: this.#signals, limit: into.limit, onNews: () => this.#onNews() };
		const scope = { root, pattern, rules };
		this.#helpers = threads.borrow().map((worker) => new WalkHelper(worker, scope, shared));
	}

	get isBusy(): boolean {
		return this.#helpers.some(({ isBusy }) => isBusy);
	}

	/** Gives idle threads half of the remaining folders. */
	share(): void {
		for (const helper of this.#helpers.filter(({ isIdle }) => isIdle)) {
			const folders = this.#walk.handOver();
			if (folders.length > 0) helper.give(folders);
		}
	}

	/** Resolves when a thread has a message or folders to share. */
	async news(signal: AbortSignal): Promise<void> {
		this.#signals.askForFolders();
		await this.#nextNews(signal);
		this.#signals.answer();
	}

	/** Collects the results, releases the threads, and returns the folders that failed threads left. */
	async end(signal: AbortSignal): Promise<HandedFolder[]> {
		if (signal.aborted) this.#signals.stop();
		const working = this.#helpers.filter((helper) => !helper.isFresh && !helper.hasFailed);
		for (const helper of working) helper.askForFound();
		const isOwed = () => working.some(({ hasAnswered, hasFailed }) => !hasAnswered && !hasFailed);
		while (isOwed() && !signal.aborted) await this.#nextNews(signal);
		this.#signals.stop();
		const patience = AbortSignal.timeout(answerMs);
		while (isOwed() && !patience.aborted) await this.#nextNews(patience);
		return this.#helpers.flatMap((helper) => {
			if (helper.hasAnswered || (helper.isFresh && !helper.hasFailed)) this.#threads.giveBack(helper.dismiss());
			else this.#threads.discard(helper.dismiss());
			return helper.settle(this.#into);
		});
	}

	#nextNews(signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				this.#onNews = () => {};
				signal.removeEventListener("abort", done);
				resolve();
			};
			this.#onNews = done;
			if (signal.aborted) done();
			else signal.addEventListener("abort", done);
		});
	}
}

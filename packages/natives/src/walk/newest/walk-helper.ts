import type { Worker } from "node:worker_threads";
import type { HandedFolder } from "../folder-walk.ts";
import type { GlobScope } from "../glob-scope.ts";
import type { NewestPaths } from "./newest-paths.ts";
import type { NewestWalk } from "./newest-walk.ts";
import type { FromThread, ToThread, WalkSignals } from "./walk-messages.ts";

/** A thread's share of a walk. */
export class WalkHelper {
	readonly #worker: Worker;
	/** A thread reports when all is done, so a failed one leaves all of it undone. */
	readonly #batches: HandedFolder[][] = [];
	readonly #walk: NewestWalk;
	readonly #onNews: () => void;
	#doneBatches = 0;
	#found: Extract<FromThread, { kind: "found" }> | undefined;
	hasFailed = false;

	constructor(
		worker: Worker,
		scope: GlobScope,
		options: { limit: number; signals: WalkSignals; walk: NewestWalk; onNews: () => void },
	) {
		this.#worker = worker;
		this.#walk = options.walk;
		this.#onNews = options.onNews;
		worker.on("message", this.#hear).on("error", this.#fail).on("exit", this.#fail);
		this.#tell({ kind: "begin", scope, limit: options.limit, signals: options.signals.memory });
	}

	get isIdle(): boolean {
		return !this.hasFailed && this.#doneBatches === this.#batches.length;
	}

	get isBusy(): boolean {
		return !this.hasFailed && this.#doneBatches < this.#batches.length;
	}

	/** It never had any work. */
	get isFresh(): boolean {
		return this.#batches.length === 0;
	}

	give(folders: HandedFolder[]): void {
		this.#batches.push(folders);
		this.#tell({ kind: "folders", folders });
	}

	askForFound(): void {
		this.#tell({ kind: "end" });
	}

	get hasAnswered(): boolean {
		return this.#found !== undefined;
	}

	/** Adds its results and returns the folders it did not finish. */
	settle(into: NewestPaths): HandedFolder[] {
		for (const { path, modifiedMs } of this.#found?.found ?? []) into.add("", path, modifiedMs);
		return this.#found ? [] : this.#batches.flat();
	}

	/** The next user of the thread will listen to it. */
	dismiss(): Worker {
		return this.#worker.off("message", this.#hear).off("error", this.#fail).off("exit", this.#fail);
	}

	readonly #hear = (message: FromThread): void => {
		if (message.kind === "idle") this.#doneBatches = message.doneBatches;
		else if (message.kind === "folders") this.#walk.takeOver(message.folders);
		else this.#found = message;
		this.#onNews();
	};

	readonly #fail = (): void => {
		this.hasFailed = true;
		this.#onNews();
	};

	#tell(message: ToThread): void {
		this.#worker.postMessage(message);
	}
}

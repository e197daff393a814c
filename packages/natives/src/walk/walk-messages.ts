import type { HandedFolder } from "./folder-walk.ts";
import type { GlobScope } from "./glob-scope.ts";
import type { FoundPath } from "./newest-paths.ts";

/** What a walk tells a thread that helps it. */
export type ToThread =
	| { readonly kind: "begin"; readonly scope: GlobScope; readonly limit: number; readonly signals: SharedArrayBuffer }
	| { readonly kind: "folders"; readonly folders: readonly HandedFolder[] }
	| { readonly kind: "end" };

/** What a thread tells the walk it helps. */
export type FromThread =
	/** It has looked into all it was given, in so many batches. */
	| { readonly kind: "idle"; readonly doneBatches: number }
	/** It was asked for work and had some to spare. */
	| { readonly kind: "folders"; readonly folders: readonly HandedFolder[] }
	| { readonly kind: "found"; readonly found: readonly FoundPath[] };

const wantsFolders = 0;
const stops = 1;

/** What a thread must hear while it works, when no message reaches it. */
export class WalkSignals {
	readonly memory: SharedArrayBuffer;
	readonly #flags: Int32Array;

	constructor(memory = new SharedArrayBuffer(8)) {
		this.memory = memory;
		this.#flags = new Int32Array(memory);
	}

	/** Somebody has nothing to do. */
	askForFolders(): void {
		Atomics.store(this.#flags, wantsFolders, 1);
	}

	get isAskedForFolders(): boolean {
		return Atomics.load(this.#flags, wantsFolders) === 1;
	}

	/** The first to answer has the answer. */
	answer(): boolean {
		return Atomics.compareExchange(this.#flags, wantsFolders, 1, 0) === 1;
	}

	stop(): void {
		Atomics.store(this.#flags, stops, 1);
	}

	get isStopped(): boolean {
		return Atomics.load(this.#flags, stops) === 1;
	}
}

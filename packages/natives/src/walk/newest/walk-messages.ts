import type { HandedFolder } from "../folder-walk.ts";
import type { GlobScope } from "../glob-scope.ts";
import type { FoundPath } from "./newest-paths.ts";

/** Messages from a walk to a helper thread. */
export type ToThread =
	| { readonly kind: "begin"; readonly scope: GlobScope; readonly limit: number; readonly signals: SharedArrayBuffer }
	| { readonly kind: "folders"; readonly folders: readonly HandedFolder[] }
	| { readonly kind: "end" };

/** Messages from a helper thread to its walk. */
export type FromThread =
	/** It has finished this many batches and is idle. */
	| { readonly kind: "idle"; readonly doneBatches: number }
	/** Folders it can spare, on request. */
	| { readonly kind: "folders"; readonly folders: readonly HandedFolder[] }
	| { readonly kind: "found"; readonly found: readonly FoundPath[] };

const wantsFolders = 0;
const stops = 1;

/** Shared flags for a thread that is busy and receives no messages. */
export class WalkSignals {
	readonly memory: SharedArrayBuffer;
	readonly #flags: Int32Array;

	constructor(memory = new SharedArrayBuffer(8)) {
		this.memory = memory;
		this.#flags = new Int32Array(memory);
	}

	/** Somebody is idle. */
	askForFolders(): void {
		Atomics.store(this.#flags, wantsFolders, 1);
	}

	get isAskedForFolders(): boolean {
		return Atomics.load(this.#flags, wantsFolders) === 1;
	}

	/** Only the first caller gets true. */
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

import { Inotify } from "@oh-my-pi/pi-natives/disk/inotify";
import { type BytePath, pathBytes } from "../contract/node-state.ts";

/** More names than this in one folder: it is looked at whole. */
const maxNames = 2000;

export interface Dirty {
	/** Names that changed in a folder; `undefined`: all of it. */
	readonly names: Map<number, Set<string> | undefined>;
	/** Folders that were removed. If there is one again, it is another one that nobody watches, even if its number is the same. */
	readonly ended: Set<number>;
}

/** Which folders are watched, and what changed in them since the last time. */
export class Watches implements Disposable {
	#inotify: Inotify | undefined;
	readonly #entries = new Map<number, number>();
	#dirty: Dirty = noneDirty();
	#isComplete = true;

	constructor(inotify = Inotify.open()) {
		this.#inotify = inotify;
	}

	/** False: every look has to look at everything. */
	get areOn(): boolean {
		return this.#inotify !== undefined;
	}

	/** 0 if it cannot be watched. Where the system allows no more watches, all are given up. */
	add(entry: number, path: BytePath, isReadable: () => boolean): number {
		if (!this.#inotify) return 0;
		const watch = this.#inotify.add(pathBytes(path));
		if (watch === undefined) {
			if (isReadable()) this.giveUp();
			return 0;
		}
		this.#entries.set(watch, entry);
		return watch;
	}

	remove(entry: number, watch: number): void {
		// A folder that was moved has the same watch at its new place.
		if (watch === 0 || this.#entries.get(watch) !== entry) return;
		this.#entries.delete(watch);
		this.#inotify?.remove(watch);
	}

	/** Takes over what the system has to say. Cheap; keeps its queue from running over while a command runs. */
	collect(): void {
		const isWhole = this.#inotify?.drain((watch, name, hasEnded) => {
			const entry = this.#entries.get(watch);
			if (entry === undefined) return;
			if (hasEnded) {
				this.#entries.delete(watch);
				this.#dirty.ended.add(entry);
				return;
			}
			const all = this.#dirty.names;
			const names = all.get(entry);
			if (names === undefined && all.has(entry)) return;
			if (names && names.size >= maxNames) all.set(entry, undefined);
			else if (names) names.add(name);
			else all.set(entry, new Set([name]));
		});
		if (isWhole === false) this.#isComplete = false;
	}

	/** `undefined` if something was missed: then everything has to be looked at, and watched anew. */
	take(): Dirty | undefined {
		this.collect();
		const dirty = this.#dirty;
		this.#dirty = noneDirty();
		if (!this.#inotify) return undefined;
		if (this.#isComplete) return dirty;
		this.#restart();
		return undefined;
	}

	giveUp(): void {
		this.#inotify?.[Symbol.dispose]();
		this.#inotify = undefined;
		this.#entries.clear();
		this.#dirty = noneDirty();
	}

	[Symbol.dispose](): void {
		this.giveUp();
	}

	#restart(): void {
		this.giveUp();
		this.#inotify = Inotify.open();
		this.#isComplete = true;
	}
}

function noneDirty(): Dirty {
	return { names: new Map(), ended: new Set() };
}

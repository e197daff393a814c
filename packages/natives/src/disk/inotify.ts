import { ptr } from "bun:ffi";
import { closeSync, constants } from "node:fs";
import { loadLibc } from "./libc.ts";

/** See inotify(7). */
const modified = 0x2;
const attributesChanged = 0x4;
const closedAfterWriting = 0x8;
const movedFrom = 0x40;
const movedTo = 0x80;
const created = 0x100;
const deleted = 0x200;
const deletedSelf = 0x400;
const movedSelf = 0x800;
const overflowed = 0x4000;
const ignored = 0x8000;
const onlyFolders = 0x1000000;
const noLinks = 0x2000000;

const wanted =
	modified |
	attributesChanged |
	closedAfterWriting |
	movedFrom |
	movedTo |
	created |
	deleted |
	deletedSelf |
	movedSelf |
	onlyFolders |
	noLinks;

const blockBytes = 256 * 1024;
const headerBytes = 16;

/** Tells which folders and files changed, on Linux. Nothing is read in the background: `drain` when it is wanted. */
export class Inotify implements Disposable {
	readonly #libc: NonNullable<ReturnType<typeof loadLibc>>;
	readonly #file: number;
	readonly #block = Buffer.alloc(blockBytes);

	private constructor(libc: NonNullable<ReturnType<typeof loadLibc>>, file: number) {
		this.#libc = libc;
		this.#file = file;
	}

	/** `undefined` on other systems, and where no more of them are allowed. */
	static open(): Inotify | undefined {
		const libc = loadLibc();
		const file = libc?.inotify_init1(constants.O_NONBLOCK | 0o2000000) ?? -1;
		return libc && file >= 0 ? new Inotify(libc, file) : undefined;
	}

	/** The number in events of this folder, the same for the same folder; `undefined` if it cannot be watched. */
	add(folder: Buffer): number | undefined {
		const ended = Buffer.alloc(folder.length + 1);
		folder.copy(ended);
		const watch = this.#libc.inotify_add_watch(this.#file, ptr(ended), wanted);
		return watch < 0 ? undefined : watch;
	}

	remove(watch: number): void {
		this.#libc.inotify_rm_watch(this.#file, watch);
	}

	/**
	 * Calls `onEvent` for everything since the last time: the name (Latin-1, byte for byte) is empty for the folder itself, and
	 * `hasEnded` is true for a folder that was removed. False if events were lost.
	 */
	drain(onEvent: (watch: number, name: string, hasEnded: boolean) => void): boolean {
		const block = this.#block;
		let isComplete = true;
		let last = "";
		let lastWatch = -1;
		for (;;) {
			const length = this.#libc.read(this.#file, ptr(block), blockBytes);
			if (length <= 0) return isComplete;
			for (let at = 0; at < length; ) {
				const nameBytes = block.readUInt32LE(at + 12);
				const watch = block.readInt32LE(at);
				const kind = block.readUInt32LE(at + 4);
				if (kind & overflowed) isComplete = false;
				else {
					const start = at + headerBytes;
					let end = start;
					while (end < start + nameBytes && block[end] !== 0) end++;
					const name = block.toString("latin1", start, end);
					// Creating and writing a file comes as several in a row.
					const hasEnded = (kind & ignored) !== 0;
					if (hasEnded || name !== last || watch !== lastWatch) onEvent(watch, name, hasEnded);
					last = name;
					lastWatch = watch;
				}
				at += headerBytes + nameBytes;
			}
		}
	}

	[Symbol.dispose](): void {
		closeSync(this.#file);
	}
}

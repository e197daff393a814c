import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import type { ArtifactSpace } from "../artifact-space.ts";
import { formatBytes } from "../format-bytes.ts";

/** One call keeps no more than this: the beginning, and a quarter for the end. */
const maxBytes = 64 * 1024 * 1024;

/** A file that gets the stream from the moment it is opened. Of an endless one, the middle is dropped. */
export class ArtifactMirror implements Disposable {
	readonly #toolName: string;
	readonly #artifacts: ArtifactSpace | undefined;
	#file: number | undefined;
	#headBytes = 0;
	#tailBytes = 0;
	/** All that came so far. */
	#total = 0;
	id: string | undefined;
	isOpen = false;
	/** The session has no room for it. */
	isRefused = false;

	constructor(toolName: string, artifacts: ArtifactSpace | undefined) {
		this.#toolName = toolName;
		this.#artifacts = artifacts;
	}

	/** Bytes from the middle that the file does not have. */
	get droppedBytes(): number {
		return this.id === undefined ? 0 : Math.max(0, this.#total - this.#headBytes - this.#tailBytes);
	}

	open(before: Buffer): void {
		this.isOpen = true;
		this.#try(() => {
			const place = this.#artifacts?.allocate(this.#toolName);
			this.isRefused = place?.maxBytes === 0;
			if (place?.path === undefined || this.isRefused) return;
			const limit = Math.min(maxBytes, place.maxBytes ?? maxBytes);
			this.#tailBytes = Math.floor(limit / 4);
			this.#headBytes = limit - this.#tailBytes;
			this.#file = openSync(place.path, "w+", 0o600);
			this.id = place.id;
		});
		this.write(before);
	}

	write(bytes: Buffer): void {
		const file = this.#file;
		if (file === undefined) return;
		this.#try(() => {
			for (let rest = bytes; rest.length > 0; ) {
				const { position, room } = this.#place();
				const piece = rest.subarray(0, room);
				writeSync(file, piece, 0, piece.length, position);
				this.#total += piece.length;
				rest = rest.subarray(piece.length);
			}
		});
	}

	[Symbol.dispose](): void {
		const file = this.#file;
		this.#file = undefined;
		if (file === undefined) return;
		this.#try(() => {
			if (this.droppedBytes > 0) this.#straighten(file);
		});
		this.#try(() => closeSync(file));
	}

	/** Where the next byte goes: the last part of the file is written over and over. */
	#place(): { position: number; room: number } {
		const head = this.#headBytes;
		if (this.#total < head) return { position: this.#total, room: head - this.#total };
		const offset = (this.#total - head) % this.#tailBytes;
		return { position: head + offset, room: this.#tailBytes - offset };
	}

	/** Brings the last part into its order, with a note on what is missing before it; through the end of the file, not memory. */
	#straighten(file: number): void {
		const ring = this.#headBytes;
		const split = (this.#total - ring) % this.#tailBytes;
		const note = Buffer.from(`\n[… ${formatBytes(this.droppedBytes)} dropped here …]\n`);
		const scratch = ring + note.length + this.#tailBytes;
		copyBytes(file, ring + split, scratch, this.#tailBytes - split);
		copyBytes(file, ring, scratch + this.#tailBytes - split, split);
		writeSync(file, note, 0, note.length, ring);
		copyBytes(file, scratch, ring + note.length, this.#tailBytes);
		ftruncateSync(file, scratch);
	}

	/** A full disk must not fail the command whose output did not fit. */
	#try(work: () => unknown): void {
		try {
			work();
		} catch {
			this.#file = undefined;
			this.id = undefined;
		}
	}
}

/** Copies within a file, a little at a time. */
function copyBytes(file: number, from: number, to: number, count: number): void {
	const buffer = Buffer.allocUnsafe(Math.min(count, 256 * 1024));
	for (let done = 0; done < count; ) {
		const length = readSync(file, buffer, 0, Math.min(buffer.length, count - done), from + done);
		if (length === 0) return;
		writeSync(file, buffer, 0, length, to + done);
		done += length;
	}
}

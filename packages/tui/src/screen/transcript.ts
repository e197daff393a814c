import type { Component } from "../component.ts";
import { type BlockOptions, LiveBlock } from "./live-block.ts";

export interface TranscriptRows {
	/** What is not in history yet, top to bottom. */
	readonly rows: readonly string[];
	/** How many of them, from the top, may be written to history. */
	readonly committable: number;
}

export interface BlockHandle {
	/** Some of its rows are in the terminal's history, where they stay as they are. */
	readonly hasBegun: boolean;
	/** The content is final; from now on its rows can go to history for good. */
	settle(): void;
	/** Takes the block off the screen. Rows that are in history already stay there. */
	remove(): void;
}

export interface TranscriptOptions {
	/** How many blocks that are wholly in history are kept, to be written again when that has been cleared. */
	readonly keptBlocks?: number;
	/** A block could not be drawn. */
	onRenderError?(error: unknown): void;
	/** Stands for the blocks before those, when the rest is written again. */
	earlier?(count: number): Component;
}

const KEPT_BLOCKS = 1000;

/**
 * The upper part of the screen: blocks that scroll into the terminal's own history and stay there. It only grows at its
 * end, and a block that is wholly in history costs nothing any more.
 */
export class Transcript {
	readonly #options: TranscriptOptions;
	#blocks: LiveBlock[] = [];
	#firstLive = 0;
	#forgotten = 0;
	#earlier: LiveBlock | undefined;
	#hasHistory = false;

	constructor(options: TranscriptOptions = {}) {
		this.#options = options;
	}

	append(component: Component, options: BlockOptions & { readonly settled?: boolean } = {}): BlockHandle {
		const { onRenderError } = this.#options;
		const block = new LiveBlock(component, { ...options, ...(onRenderError && { onRenderError }) });
		if (options.settled) block.settle();
		this.#blocks.push(block);
		return {
			get hasBegun() {
				return block.hasBegun;
			},
			settle: () => block.settle(),
			remove: () => this.#remove(block),
		};
	}

	liveRows(width: number): TranscriptRows {
		const rows: string[] = [];
		let committable = 0;
		let isHeldBack = false;
		for (let index = this.#firstLive; index < this.#blocks.length; index++) {
			const block = this.#blocks[index];
			if (!block) break;
			for (const row of block.liveRows(width, this.#hasHistory || rows.length > 0)) rows.push(row);
			if (isHeldBack) continue;
			committable += block.committableRows();
			isHeldBack = block.holdsBack;
		}
		return { rows, committable };
	}

	/** The first live rows have been written to history. */
	commit(count: number): void {
		let remaining = count;
		let lastTouched = -1;
		for (let index = this.#firstLive; remaining > 0 && index < this.#blocks.length; index++) {
			const committed = this.#blocks[index]?.commit(remaining) ?? 0;
			remaining -= committed;
			if (committed > 0) lastTouched = index;
		}
		if (lastTouched >= 0) this.#hasHistory = true;
		this.#dropDone(lastTouched);
	}

	/** History has been cleared: everything is to be written again. */
	rewind(): void {
		this.#firstLive = 0;
		this.#hasHistory = false;
		this.#blocks = this.#blocks.filter((block) => block !== this.#earlier);
		for (const block of this.#blocks) block.rewind();
		if (this.#forgotten === 0 || !this.#options.earlier) return;
		this.#earlier = new LiveBlock(this.#options.earlier(this.#forgotten), {});
		this.#earlier.settle();
		this.#blocks.unshift(this.#earlier);
	}

	/** How many blocks have been given up; they are only in the terminal. */
	get forgotten(): number {
		return this.#forgotten;
	}

	/** Forgets all blocks. What is in history stays there. */
	clear(): void {
		for (const block of this.#blocks) block.component.dispose?.();
		this.#blocks = [];
		this.#firstLive = 0;
		this.#forgotten = 0;
		this.#earlier = undefined;
	}

	/** Draws everything that is not in history anew. */
	invalidate(): void {
		for (const block of this.#blocks.slice(this.#firstLive)) block.component.invalidate?.();
	}

	#dropDone(lastTouched: number): void {
		while (this.#firstLive <= lastTouched) {
			const block = this.#blocks[this.#firstLive];
			if (!block?.isDone) break;
			block.release();
			this.#firstLive++;
		}
		this.#forgetOldest();
	}

	/** A session that goes on all day must not need more and more memory. */
	#forgetOldest(): void {
		const { keptBlocks = KEPT_BLOCKS } = this.#options;
		// A good many at a time, as the others have to be moved.
		if (this.#firstLive < 2 * keptBlocks) return;
		const count = this.#firstLive - keptBlocks;
		for (const block of this.#blocks.splice(0, count)) {
			block.component.dispose?.();
			if (block !== this.#earlier) this.#forgotten++;
		}
		this.#firstLive -= count;
	}

	#remove(block: LiveBlock): void {
		const index = this.#blocks.indexOf(block, this.#firstLive);
		if (index >= 0) this.#blocks.splice(index, 1);
	}
}

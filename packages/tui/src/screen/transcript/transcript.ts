import type { Component } from "../../component.ts";
import { type BlockOptions, type BlockProgress, LiveBlock } from "./live-block.ts";

export interface TranscriptRows {
	/** Rows that are not in history yet, top to bottom. */
	readonly rows: readonly string[];
	/** How many of them, from the top, may be written to history. */
	readonly committable: number;
}

/** Rows that were written to history, and the state before that. */
export interface Commit {
	readonly firstLive: LiveBlock | undefined;
	readonly hadHistory: boolean;
	readonly before: ReadonlyArray<{ readonly block: LiveBlock; readonly progress: BlockProgress }>;
}

export interface BlockHandle {
	/** Whether some of its rows are in the terminal's history, where they cannot change. */
	readonly hasBegun: boolean;
	/** Marks the content as final; its rows can go to history. */
	settle(): void;
	/** Removes the block. Rows already in history stay. */
	remove(): void;
}

export interface TranscriptOptions {
	/** How many blocks that are entirely in history are kept, to be rewritten after it was cleared. */
	readonly keptBlocks?: number;
	/** A block failed to render. */
	onRenderError?(error: unknown): void;
	/** Represents the dropped blocks when the rest is rewritten. */
	earlier?(count: number): Component;
}

const KEPT_BLOCKS = 1000;

/**
 * The upper part of the screen: blocks that scroll into the terminal's history. It only grows at its end, and a block
 * that is entirely in history costs nothing.
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

	/** The first live rows were written to history. */
	commit(count: number): Commit {
		const firstLive = this.#blocks[this.#firstLive];
		const hadHistory = this.#hasHistory;
		const before: Array<Commit["before"][number]> = [];
		let remaining = count;
		let lastTouched = -1;
		for (let index = this.#firstLive; remaining > 0 && index < this.#blocks.length; index++) {
			const block = this.#blocks[index];
			if (!block) break;
			const { progress } = block;
			const committed = block.commit(remaining);
			remaining -= committed;
			if (committed === 0) continue;
			before.push({ block, progress });
			lastTouched = index;
		}
		if (lastTouched >= 0) this.#hasHistory = true;
		this.#dropDone(lastTouched);
		return { firstLive, hadHistory, before };
	}

	/** The rows of the last commit did not arrive as they should; they are live again. */
	takeBack({ firstLive, hadHistory, before }: Commit): void {
		for (const { block, progress } of before) block.goBack(progress);
		const index = firstLive ? this.#blocks.indexOf(firstLive) : -1;
		if (index >= 0) this.#firstLive = Math.min(this.#firstLive, index);
		this.#hasHistory = hadHistory;
	}

	/** History was cleared: everything must be written again. */
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

	/** Number of dropped blocks; they are only in the terminal. */
	get forgotten(): number {
		return this.#forgotten;
	}

	/** Drops all blocks. Rows in history stay. */
	clear(): void {
		for (const block of this.#blocks) block.component.dispose?.();
		this.#blocks = [];
		this.#firstLive = 0;
		this.#forgotten = 0;
		this.#earlier = undefined;
	}

	/** Redraws everything that is not in history. */
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

	/** Limits the memory of a long session. */
	#forgetOldest(): void {
		const { keptBlocks = KEPT_BLOCKS } = this.#options;
		// Many at a time, because the others have to be moved.
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

import type { BlockHandle, Transcript } from "@oh-my-pi/pi-tui/screen/transcript";
import type { Block } from "./block.ts";
import { blockLooks } from "./block-looks.ts";
import type { BlockLook, BlockView, LookOptions } from "./block-view.ts";
import { type LiveBlocks, reduce, type ScreenEvent } from "./reduce.ts";

interface Shown {
	readonly view: BlockView<Block>;
	readonly handle: BlockHandle;
	block: Block;
}

/** Owns what is on screen above the editor: turns events into blocks and keeps only those that may still change. */
export class TranscriptPanel {
	readonly transcript: Transcript;
	readonly #look: LookOptions;
	readonly #shown = new Map<string, Shown>();
	#live: LiveBlocks = [];
	#count = 0;

	constructor(transcript: Transcript, look: LookOptions) {
		this.transcript = transcript;
		this.#look = look;
	}

	handle(event: ScreenEvent): void {
		this.#live = reduce(this.#live, event, () => this.newId());
		for (const block of this.#live) this.#show(block);
		this.#live = this.#live.filter((block) => !block.settled);
	}

	/** Adds blocks of a conversation that took place before. */
	append(blocks: readonly Block[]): void {
		for (const block of blocks) this.#show(block);
	}

	newId(): string {
		return `block-${this.#count++}`;
	}

	/** Draws everything that can still be redrawn, because something about the look has changed. */
	redraw(): void {
		this.transcript.invalidate();
	}

	#show(block: Block): void {
		const shown = this.#shown.get(block.id) ?? this.#create(block);
		if (shown.block !== block) {
			shown.block = block;
			shown.view.update(block);
		}
		if (!block.settled) return;
		shown.handle.settle();
		this.#shown.delete(block.id);
	}

	#create(block: Block): Shown {
		const look = blockLooks[block.kind] as BlockLook<Block>;
		const view = look.create(block, this.#look);
		const shown = { block, view, handle: this.transcript.append(view, look.behavior) };
		this.#shown.set(block.id, shown);
		return shown;
	}
}

import type { Component } from "@oh-my-pi/pi-tui/component";
import { type BlockHandle, Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import type { AssistantBlock, Block } from "../reduce/block.ts";
import { append, type LiveBlocks } from "../reduce/live-blocks.ts";
import { finish, reduce, type ScreenEvent } from "../reduce/reduce.ts";
import { RunTotals } from "../reduce/run-totals.ts";
import type { BlockRenderers } from "./block-renderers.ts";
import { isLongPrompt } from "./blocks/user.ts";
import type { BlockView, RenderOptions } from "./parts/block-view.ts";
import { revealEveryMs, SmoothReveal } from "./parts/smooth-reveal.ts";

export interface TranscriptPanelOptions {
	readonly render: RenderOptions;
	readonly renderers: BlockRenderers;
	/** Text that arrives in bursts is shown evenly. */
	readonly isSmooth: () => boolean;
	readonly requestRender: () => void;
	/** What the sub-agents of the session have cost so far, for the line at the end of a run. */
	readonly agentsCost?: () => number;
	/** It is not the main one, and never in the terminal's history. */
	readonly isBeside?: true;
}

interface Shown {
	readonly view: BlockView<Block>;
	readonly handle: BlockHandle;
	block: Block;
}

interface Pacing {
	readonly reveal: SmoothReveal;
	block: AssistantBlock;
}

/** The transcript is being written anew from its beginning. */
export interface Replaying extends Disposable {
	/** Somebody else has taken over. */
	readonly isOver: boolean;
	/** `isPart` when something before them is missing. */
	add(blocks: readonly Block[], options?: { readonly isPart?: boolean }): void;
}

/** Owns what is on screen above the editor: turns events into blocks and keeps only those that may still change. */
export class TranscriptPanel {
	readonly transcript: Transcript;
	readonly #options: TranscriptPanelOptions;
	readonly #shown = new Map<string, Shown>();
	readonly #marks = new TurnMarks();
	readonly #totals: RunTotals;
	/** Replies of which not all is revealed yet. */
	readonly #paced = new Map<string, Pacing>();
	/** The folded blocks of the last turn, to be shown again in full. */
	#turn: Array<{ readonly block: Block; readonly handle: BlockHandle }> = [];
	#live: LiveBlocks = [];
	#count = 0;
	#wasExpanded = false;
	/** The session began before the first block. */
	#isPart = false;
	/** What has to wait while an older part is being written. */
	#held: Array<() => void> | undefined;
	#timer: Timer | undefined;

	constructor(transcript: Transcript, options: TranscriptPanelOptions) {
		this.transcript = transcript;
		this.#options = options;
		this.#totals = new RunTotals(options.isBeside ? undefined : options.agentsCost);
	}

	/** An empty one that draws the same, without pictures. */
	beside(changes: Pick<RenderOptions, "expanded">): TranscriptPanel {
		const { image: _, ...render } = this.#options.render;
		const { onRenderError } = render;
		return new TranscriptPanel(new Transcript(onRenderError && { onRenderError }), {
			...this.#options,
			render: { ...render, ...changes },
			isBeside: true,
		});
	}

	handle(event: ScreenEvent): void {
		this.#inOrder(() => {
			const newId = () => this.newId();
			const blocks = reduce(this.#live, event, newId);
			const end = this.#totals.take(event, newId);
			this.#take(end ? append(blocks, end) : blocks, { paced: true });
		});
	}

	/** Adds blocks of a conversation that took place before; `isPart` when there was more of it. */
	append(blocks: readonly Block[], options: { readonly isPart?: boolean } = {}): void {
		this.#inOrder(() => {
			this.#isPart = options.isPart ?? this.#isPart;
			this.#take([...this.#live, ...blocks], { paced: false });
		});
	}

	/** Not all of the session could be written again from what is kept here. */
	get isIncomplete(): boolean {
		return this.#isPart || this.#held !== undefined || this.transcript.forgotten > 0;
	}

	/** Forgets everything that is shown; until the returned value is disposed, only what is added to it comes next. */
	beginAnew(): Replaying {
		this.#endReplay();
		this.transcript.clear();
		this.#shown.clear();
		this.#paced.clear();
		this.#turn = [];
		this.#live = [];
		this.#isPart = false;
		const held: Array<() => void> = [];
		this.#held = held;
		const isOver = () => this.#held !== held;
		return {
			get isOver() {
				return isOver();
			},
			add: (blocks, { isPart = this.#isPart } = {}) => {
				this.#isPart = isPart;
				this.#take([...this.#live, ...blocks], { paced: false });
			},
			[Symbol.dispose]: () => void (isOver() || this.#endReplay()),
		};
	}

	/** Nothing follows: what waited for more is shown as it is. */
	finish(): void {
		this.#endReplay();
		this.#take(finish(this.#live), { paced: false });
		for (const [id, { block }] of this.#paced) this.#complete(id, block);
		clearTimeout(this.#timer);
	}

	newId(): string {
		return `block-${this.#count++}`;
	}

	/** Draws everything that can still be redrawn, because something about its appearance has changed. */
	redraw(): void {
		this.transcript.invalidate();
		const isExpanded = this.#options.render.expanded();
		if (isExpanded && !this.#wasExpanded) this.#showAgain();
		this.#wasExpanded = isExpanded;
	}

	/** What happens while an older part is being written comes after it. */
	#inOrder(work: () => void): void {
		if (this.#held) this.#held.push(work);
		else work();
	}

	#endReplay(): void {
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const work of held) work();
		if (held.length > 0) this.#options.requestRender();
	}

	#take(blocks: LiveBlocks, { paced }: { paced: boolean }): void {
		for (const block of blocks) {
			if (this.#live.includes(block)) continue;
			if (paced && block.kind === "assistant" && this.#options.isSmooth()) this.#pace(block);
			else this.#show(block);
		}
		this.#live = blocks.filter((block) => !block.settled);
	}

	/** What scrolled out of the window keeps its form; what was asked for comes once more below it. */
	#showAgain(): void {
		const gone = this.#turn.filter(({ handle }) => handle.hasBegun);
		if (gone.length === 0) return;
		this.#turn = this.#turn.filter(({ handle }) => !handle.hasBegun);
		this.append([
			{ kind: "rule", id: this.newId(), text: "the last turn in full", settled: true },
			...gone.map(({ block }) => ({ ...block, id: this.newId(), settled: true })),
		]);
	}

	#pace(block: AssistantBlock): void {
		const known = this.#paced.get(block.id);
		const pacing = known ?? { reveal: new SmoothReveal(block.message), block };
		pacing.block = block;
		pacing.reveal.update(block.message, block.settled);
		this.#paced.set(block.id, pacing);
		// In between, the timer shows it.
		if (!known || block.settled) this.#showPaced(block.id, pacing);
		this.#timer ??= setTimeout(() => this.#advance(), revealEveryMs);
	}

	#advance(): void {
		this.#timer = undefined;
		for (const [id, pacing] of this.#paced) {
			if (pacing.reveal.isComplete) continue;
			pacing.reveal.advance();
			this.#showPaced(id, pacing);
			this.#options.requestRender();
		}
		const isBehind = [...this.#paced.values()].some(({ reveal }) => !reveal.isComplete);
		if (isBehind) this.#timer ??= setTimeout(() => this.#advance(), revealEveryMs);
	}

	#showPaced(id: string, { reveal, block }: Pacing): void {
		if (reveal.isComplete && block.settled) this.#complete(id, block);
		else this.#show({ ...block, revealed: reveal.revealed, settled: false });
	}

	#complete(id: string, block: AssistantBlock): void {
		this.#paced.delete(id);
		this.#show(block);
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
		this.#remember(block, shown.handle);
	}

	#remember(block: Block, handle: BlockHandle): void {
		if (block.kind === "user") this.#turn = isLongPrompt(block) ? [{ block, handle }] : [];
		if (block.kind === "tool" || block.kind === "reads") this.#turn.push({ block, handle });
	}

	#create(block: Block): Shown {
		const renderer = this.#options.renderers.of(block);
		const view = renderer.create(block, this.#options.render);
		const component = block.kind === "user" && !this.#options.isBeside ? this.#marks.around(view) : view;
		const shown = { block, view, handle: this.transcript.append(component, renderer.behavior) };
		this.#shown.set(block.id, shown);
		return shown;
	}
}

const PROMPT_START = "\x1b]133;A\x07";
const OUTPUT_START = "\x1b]133;B\x07\x1b]133;C\x07";
const OUTPUT_END = "\x1b]133;D\x07";

/** Marks where a user's message begins and the answer to it, so that terminals can jump from one to the next. */
class TurnMarks {
	#hasTurn = false;

	/** The rows of the next user message, marked; the end of the turn before it as well. */
	around(message: Component): Component {
		const start = (this.#hasTurn ? OUTPUT_END : "") + PROMPT_START;
		this.#hasTurn = true;
		let drawn: { readonly rows: readonly string[]; readonly marked: readonly string[] } | undefined;
		return {
			render(width) {
				const rows = message.render(width);
				if (drawn?.rows !== rows) drawn = { rows, marked: marked(rows, start) };
				return drawn.marked;
			},
			invalidate: () => message.invalidate?.(),
		};
	}
}

function marked(rows: readonly string[], start: string): readonly string[] {
	if (rows.length === 0) return rows;
	const last = rows.length - 1;
	return rows.map((row, index) => `${index === 0 ? start : ""}${row}${index === last ? OUTPUT_START : ""}`);
}

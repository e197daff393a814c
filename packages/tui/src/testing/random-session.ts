import { CURSOR_MARKER } from "../component.ts";
import { takeCaret } from "../screen/caret.ts";
import type { OverlayAnchor } from "../screen/overlay-layout.ts";
import { compositeOverlays, type Overlay } from "../screen/overlays.ts";
import type { SurfaceHandle } from "../screen/screen.ts";
import type { BlockHandle } from "../screen/transcript.ts";
import { type Random, seededRandom } from "./random.ts";
import { Rows, showScreen } from "./show.ts";
import { WordsBlock } from "./words-block.ts";

export interface SessionOptions {
	readonly seed: number;
	readonly columns: number;
	readonly rows: number;
	readonly steps: number;
	readonly resizes: "none" | "height" | "both";
	readonly overlays: boolean;
	/** Blocks that change before they are settled. */
	readonly liveBlocks: boolean;
}

interface LiveEntry {
	readonly block: WordsBlock;
	readonly handle: BlockHandle;
}

const SHELL_ROWS = ["$ ls", "a b c", "$ omp"];

/** A made-up conversation of random events on a virtual terminal, and what should be on it. */
export class RandomSession {
	readonly #options: SessionOptions;
	readonly #random: Random;
	readonly #chrome = new Rows();
	readonly #blocks: WordsBlock[] = [];
	readonly show: ReturnType<typeof showScreen>;
	#live: LiveEntry[] = [];
	#overlay: { handle: SurfaceHandle; overlay: Overlay } | undefined;
	#nextWord = 0;
	#chromeRows = 2;

	constructor(options: SessionOptions) {
		this.#options = options;
		this.#random = seededRandom(options.seed);
		this.show = showScreen(this.#chrome, { ...options, synchronizesOutput: options.seed % 2 === 0 });
		this.show.virtual.streams.output.write(SHELL_ROWS.map((row) => `${row}\r\n`).join(""));
		this.#drawChrome();
		this.show.screen.start();
	}

	/** One random thing happens and is painted. */
	async step(): Promise<{ written: string; rowsToHistory: number; resized: boolean }> {
		const { virtual } = this.show;
		virtual.takeWritten();
		const historyRows = virtual.scrollback().length;
		const resized = await this.#act();
		await this.show.paint();
		return { written: virtual.takeWritten(), rowsToHistory: virtual.scrollback().length - historyRows, resized };
	}

	/** Ends all blocks and takes everything but the transcript and the chrome away. */
	async finish(): Promise<void> {
		for (const entry of this.#live.splice(0)) entry.handle.settle();
		this.#overlay?.handle.hide();
		this.#overlay = undefined;
		await this.show.paint();
	}

	/** Gives the terminal back. */
	async leave(): Promise<void> {
		const stopped = this.show.screen.stop();
		await this.show.virtual.settle();
		await stopped;
	}

	/** All words that should be found on the terminal, in this order. */
	expectedWords(): string[] {
		return this.#blocks.flatMap((block) => block.words);
	}

	/** The words that are on the terminal: in history, above our rows, and in them. */
	foundWords(): string[] {
		return this.show.virtual.logicalLines().flatMap((line) => line.match(/w[0-9a-z]+z/g) ?? []);
	}

	/** What a full repaint would show from our first row to the bottom. */
	expectedWindow(): { rows: string[]; caret: { row: number; column: number } } {
		const { screen, transcript } = this.show;
		const { columns, rows: height } = screen;
		const all = [...transcript.liveRows(columns).rows, ...this.#chrome.render()];
		const base = takeCaret(all.slice(Math.max(0, all.length - height)));
		const overlays = this.#overlay ? [this.#overlay.overlay] : [];
		const window = compositeOverlays(base.rows, base.caret, overlays, { columns, height });
		const caret = window.caret ?? { row: Math.max(0, window.rows.length - 1), column: 0 };
		return { rows: window.rows.map((row) => Bun.sliceAnsi(Bun.stripANSI(row), 0, columns).trimEnd()), caret };
	}

	/** What is there, from our first row down; where that is follows from the cursor. */
	shownWindow(caretRow: number): { rows: string[]; caret: { row: number; column: number } } {
		const cursor = this.show.virtual.cursor();
		return {
			rows: this.show.virtual.window().slice(Math.max(0, cursor.row - caretRow)),
			caret: { row: caretRow, column: cursor.column },
		};
	}

	async #act(): Promise<boolean> {
		const random = this.#random;
		const action = random.below(20);
		if (action < 5 || (action < 15 && !this.#options.liveBlocks)) this.#appendSettled();
		else if (action < 7) this.#appendLive();
		else if (action < 11) this.#changeLive((words) => [...words, ...this.#newWords(1 + random.below(12))]);
		else if (action < 12) this.#changeLive((words) => [...words.slice(0, -3), ...this.#newWords(2)]);
		else if (action < 13) this.#changeLive((words) => words.slice(0, Math.ceil(words.length / 2)));
		else if (action < 15) this.#settleFirst();
		else if (action < 17) this.#resizeChrome();
		else if (action < 18 && this.#options.overlays) this.#toggleOverlay();
		else if (this.#options.resizes !== "none") return this.#resizeTerminal();
		return false;
	}

	#appendSettled(): void {
		const block = new WordsBlock(this.#newWords(1 + this.#random.below(30)), { framed: this.#random.chance(0.4) });
		this.#blocks.push(block);
		this.show.transcript.append(block, { settled: true, gap: this.#random.below(2) });
	}

	#appendLive(): void {
		const block = new WordsBlock(this.#newWords(this.#random.below(4)), { framed: this.#random.chance(0.4) });
		this.#blocks.push(block);
		this.#live.push({ block, handle: this.show.transcript.append(block) });
	}

	#changeLive(change: (words: readonly string[]) => readonly string[]): void {
		const entry = this.#live[this.#random.below(Math.max(1, this.#live.length))];
		if (entry) entry.block.words = change(entry.block.words);
	}

	#settleFirst(): void {
		this.#live.shift()?.handle.settle();
	}

	#resizeChrome(): void {
		this.#chromeRows = 1 + this.#random.below(Math.min(6, this.show.screen.rows));
		this.#drawChrome();
	}

	#drawChrome(): void {
		const caretRow = this.#random.below(this.#chromeRows);
		const caretColumn = this.#random.below(6);
		this.#chrome.set(
			Array.from({ length: this.#chromeRows }, (_, row) =>
				row === caretRow ? `${"-".repeat(caretColumn)}${CURSOR_MARKER}---` : `chrome ${row} ${"=".repeat(row)}`,
			),
		);
	}

	#toggleOverlay(): void {
		if (this.#overlay) {
			this.#overlay.handle.hide();
			this.#overlay = undefined;
			return;
		}
		const component = new Rows(["+------+", "|dialog|", "+------+"]);
		const anchor = this.#random.pick<OverlayAnchor>(["center", "top-left", "bottom-right"]);
		const options = { width: 8, anchor };
		this.#overlay = { handle: this.show.screen.showOverlay(component, options), overlay: { component, options } };
	}

	async #resizeTerminal(): Promise<boolean> {
		const { screen } = this.show;
		const columns = this.#options.resizes === "both" ? 10 + this.#random.below(70) : screen.columns;
		const rows = Math.max(4, 4 + this.#random.below(26));
		await this.show.resize(columns, rows);
		return true;
	}

	#newWords(count: number): string[] {
		return Array.from({ length: count }, () => `w${(this.#nextWord++).toString(35)}z`);
	}
}

import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { CURSOR_MARKER } from "../component.ts";
import { Markdown } from "../markdown/markdown.ts";
import { takeCaret } from "../screen/frame/caret.ts";
import type { OverlayAnchor } from "../screen/frame/overlay-layout.ts";
import { compositeOverlays, type Overlay } from "../screen/frame/overlays.ts";
import type { Screen, SurfaceHandle } from "../screen/screen.ts";
import type { BlockHandle, Transcript } from "../screen/transcript/transcript.ts";
import { plainTheme } from "../theme/plain-theme.ts";
import { Rows } from "./rows.ts";
import { WordsBlock } from "./words-block.ts";

export interface ConversationOptions {
	readonly seed: number;
	readonly overlays: boolean;
	/** Blocks that change before they settle. */
	readonly liveBlocks: boolean;
	/** Replies that are streamed word by word. */
	readonly streams?: boolean;
	/** Surfaces on the alternate screen while everything else continues. */
	readonly fullscreens?: boolean;
	/** False: no glyphs whose width terminals disagree about. */
	readonly emoji?: boolean;
}

/** From our first row to the bottom of the screen, including the caret. */
export interface WindowPicture {
	readonly rows: readonly string[];
	readonly caret: { readonly row: number; readonly column: number };
}

interface LiveEntry {
	readonly block: WordsBlock;
	readonly handle: BlockHandle;
}

interface StreamedBlock {
	readonly markdown: Markdown;
	readonly words: string[];
	readonly handle: BlockHandle;
}

const AGREED_GLYPHS: readonly [string, ...string[]] = ["日本語", "é", "漢字"];
const GLYPHS: typeof AGREED_GLYPHS = [...AGREED_GLYPHS, "👩‍👩‍👧", "⚠️"];

/** Random events of a conversation, on any screen, and the expected screen. */
export class RandomConversation {
	readonly #options: ConversationOptions;
	readonly #random: Random;
	readonly #blocks: Array<{ readonly words: readonly string[] }> = [];
	readonly chrome = new Rows();
	#screen: Screen | undefined;
	#transcript: Transcript | undefined;
	#live: LiveEntry[] = [];
	#stream: StreamedBlock | undefined;
	#fullscreen: SurfaceHandle | undefined;
	#overlay: { handle: SurfaceHandle; overlay: Overlay } | undefined;
	#nextWord = 0;
	#chromeRows = 2;

	constructor(options: ConversationOptions) {
		this.#options = options;
		this.#random = seeded(options.seed);
	}

	begin(screen: Screen, transcript: Transcript): void {
		this.#screen = screen;
		this.#transcript = transcript;
		this.#drawChrome();
		screen.start();
	}

	get random(): Random {
		return this.#random;
	}

	/** One random event; false when something external is due, such as a resize. */
	act(): boolean {
		const random = this.#random;
		const { streams, liveBlocks, overlays, fullscreens } = this.#options;
		const action = random.below(20);
		if (action < 12 && streams) this.#growStream();
		else if (action < 5 || (action < 15 && !liveBlocks)) this.#appendSettled();
		else if (action < 7) this.#appendLive();
		else if (action < 11) this.#changeLive((words) => [...words, ...this.#newWords(1 + random.below(12))]);
		else if (action < 12) this.#changeLive((words) => [...words.slice(0, -3), ...this.#newWords(2)]);
		else if (action < 13) this.#changeLive((words) => words.slice(0, Math.ceil(words.length / 2)));
		else if (action < 15) this.#live.shift()?.handle.settle();
		else if (action < 17) this.#resizeChrome();
		else if (action < 18 && overlays) this.#toggleOverlay();
		else if (action < 18 && fullscreens) this.#toggleFullscreen();
		else return false;
		return true;
	}

	/** Ends all blocks and removes everything but the transcript and the chrome. */
	finish(): void {
		for (const entry of this.#live.splice(0)) entry.handle.settle();
		this.#endStream();
		this.#fullscreen?.hide();
		this.#fullscreen = undefined;
		this.#overlay?.handle.hide();
		this.#overlay = undefined;
	}

	/** Nothing of the transcript is visible. */
	get isFullscreen(): boolean {
		return this.#fullscreen !== undefined;
	}

	/** All words that must be on the terminal, in order. */
	expectedWords(): string[] {
		return this.#blocks.flatMap((block) => wordsIn(block.words.join(" ")));
	}

	/** What a full repaint would show. */
	expectedWindow(): WindowPicture {
		const { columns, rows: height } = this.#begun.screen;
		const all = [...this.#begun.transcript.liveRows(columns).rows, ...this.chrome.render()];
		const base = takeCaret(all.slice(Math.max(0, all.length - height)));
		const overlays = this.#overlay ? [this.#overlay.overlay] : [];
		const window = compositeOverlays(base.rows, base.caret, overlays, { columns, height });
		const caret = window.caret ?? { row: Math.max(0, window.rows.length - 1), column: 0 };
		return { rows: window.rows.map((row) => Bun.sliceAnsi(Bun.stripANSI(row), 0, columns).trimEnd()), caret };
	}

	get #begun(): { screen: Screen; transcript: Transcript } {
		if (!this.#screen || !this.#transcript) throw new Error("The conversation has not begun");
		return { screen: this.#screen, transcript: this.#transcript };
	}

	#appendSettled(): void {
		this.#endStream();
		const block = new WordsBlock(this.#newWords(1 + this.#random.below(30)), { framed: this.#random.chance(0.4) });
		this.#blocks.push(block);
		this.#begun.transcript.append(block, { settled: true, gap: this.#random.below(2) });
	}

	#appendLive(): void {
		const block = new WordsBlock(this.#newWords(this.#random.below(4)), { framed: this.#random.chance(0.4) });
		this.#blocks.push(block);
		this.#live.push({ block, handle: this.#begun.transcript.append(block) });
	}

	#changeLive(change: (words: readonly string[]) => readonly string[]): void {
		const entry = this.#live[this.#random.below(Math.max(1, this.#live.length))];
		if (entry) entry.block.words = change(entry.block.words);
	}

	/** Mostly a few more words of the same reply; sometimes it ends and another begins. */
	#growStream(): void {
		if (this.#stream && this.#random.chance(0.1)) this.#endStream();
		if (!this.#stream) {
			const markdown = new Markdown({ theme: plainTheme() });
			const words: string[] = [];
			this.#blocks.push({ words });
			this.#stream = { markdown, words, handle: this.#begun.transcript.append(markdown) };
		}
		const words = this.#newWords(1 + this.#random.below(25));
		this.#stream.words.push(...words);
		this.#stream.markdown.append(`${words.join(" ")}${this.#random.pick([" ", " ", "\n\n", "\n- ", "\n1. "])}`);
	}

	#endStream(): void {
		this.#stream?.markdown.finish();
		this.#stream?.handle.settle();
		this.#stream = undefined;
	}

	#resizeChrome(): void {
		this.#chromeRows = 1 + this.#random.below(Math.min(6, this.#begun.screen.rows));
		this.#drawChrome();
	}

	#drawChrome(): void {
		const caretRow = this.#random.below(this.#chromeRows);
		const caretColumn = this.#random.below(6);
		this.chrome.set(
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
		this.#overlay = { handle: this.#begun.screen.showOverlay(component, options), overlay: { component, options } };
	}

	#toggleFullscreen(): void {
		if (this.#fullscreen) {
			this.#fullscreen.hide();
			this.#fullscreen = undefined;
			return;
		}
		this.#fullscreen = this.#begun.screen.showFullscreen(new Rows(["all of it", "here"]));
	}

	#newWords(count: number): string[] {
		const glyphs = this.#options.emoji === false ? AGREED_GLYPHS : GLYPHS;
		const wide = () => (this.#random.chance(0.15) ? this.#random.pick(glyphs) : "");
		return Array.from({ length: count }, () => `w${(this.#nextWord++).toString(35)}z${wide()}`);
	}
}

/** The words of random conversations in a text; each is unique in its conversation. */
export function wordsIn(text: string): string[] {
	return text.match(/w[0-9a-z]+z/g) ?? [];
}

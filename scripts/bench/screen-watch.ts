import { setImmediate as nextTurn } from "node:timers/promises";
import { median } from "./measure-runs.ts";

const LONGEST_MS = 15_000;
const ECHO_PATIENCE_MS = 1500;
const LONGEST_TEXT = 50_000;
// Letters that hardly occur in a first screen, so that an echo is not mistaken for something else drawn.
const KEYS = [..."qzjxkvwybq"];

/** Sees what a program writes to its terminal, and when. */
export class ScreenWatch {
	wordsAt = Number.NaN;
	firstPaintAt = Number.NaN;
	lastByteAt = Number.NaN;
	bytes = 0;
	#recent = "";
	readonly #decoder = new TextDecoder();
	readonly #words: string | undefined;

	/** When the words first appear is told in `wordsAt`. */
	constructor(words?: string) {
		this.#words = words;
	}

	/** Takes in what was written and returns what the terminal answers. */
	see(data: Uint8Array): string {
		const written = this.#decoder.decode(data, { stream: true });
		const now = performance.now();
		if (Number.isNaN(this.firstPaintAt) && visible(written).trim()) this.firstPaintAt = now;
		this.lastByteAt = now;
		this.bytes += data.length;
		this.#recent = (this.#recent + written).slice(-LONGEST_TEXT);
		const hasWords = this.#words !== undefined && Number.isNaN(this.wordsAt) && this.shown().includes(this.#words);
		if (hasWords) this.wordsAt = now;
		return ANSWERS.filter(([query]) => query.test(written))
			.map(([, answer]) => answer)
			.join("");
	}

	shown(): string {
		return visible(this.#recent);
	}

	async settle(quietMs: number, hasEnded: () => boolean): Promise<void> {
		const deadline = performance.now() + LONGEST_MS;
		while (performance.now() < deadline && !hasEnded()) {
			await Bun.sleep(20);
			if (this.firstPaintAt && performance.now() - this.lastByteAt > quietMs) return;
		}
	}

	/** Waits until a text has been written since the last call, and says when. */
	async waitFor(text: string, patienceMs: number): Promise<number> {
		const deadline = performance.now() + patienceMs;
		while (performance.now() < deadline) {
			if (visible(this.#recent).includes(text)) {
				this.#recent = "";
				return this.lastByteAt;
			}
			// Looking all the time would take the processor from the program.
			await Bun.sleep(2);
		}
		throw new Error(`${JSON.stringify(text)} was not shown; at last there was\n${this.shown().slice(-2000)}`);
	}

	/** From a key to its character coming back, the median of ten. */
	async echo(press: (key: string) => void, pauseMs = 120): Promise<number> {
		const echoes: number[] = [];
		for (const key of KEYS) {
			echoes.push(await this.#measureEcho(key, () => press(key)));
			await Bun.sleep(pauseMs);
		}
		return median(echoes);
	}

	async #measureEcho(key: string, press: () => void): Promise<number> {
		this.#recent = "";
		const pressedAt = performance.now();
		press();
		while (performance.now() - pressedAt < ECHO_PATIENCE_MS) {
			await nextTurn();
			if (visible(this.#recent).includes(key)) return performance.now() - pressedAt;
		}
		return Number.NaN;
	}
}

/** Queries programs wait for, and what a common terminal says. */
const ANSWERS: readonly (readonly [query: RegExp, answer: string])[] = [
	[/\x1b\[6n/, "\x1b[1;1R"],
	[/\x1b\[0?c/, "\x1b[?62;22c"],
	[/\x1b\[\?u/, "\x1b[?0u"],
	[/\x1b\]11;\?/, "\x1b]11;rgb:0000/0000/0000\x07"],
	[/\x1b\]10;\?/, "\x1b]10;rgb:ffff/ffff/ffff\x07"],
];

/** The text without escape sequences. */
function visible(written: string): string {
	return written.replace(/\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])/g, "");
}

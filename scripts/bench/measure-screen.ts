import { setImmediate as nextTurn } from "node:timers/promises";
import { median } from "./measure-runs.ts";
import { megabytesOfTree } from "./process-memory.ts";

export interface ScreenFigures {
	/** From the start to the words that were waited for being on the screen; not a number unless some were. */
	readonly wordsMs: number;
	/** From the start to the first visible character. */
	readonly firstPaintMs: number;
	/** From the start to the last byte before it stays quiet. */
	readonly settledMs: number;
	/** What had been written by then. */
	readonly bytes: number;
	/** From a key to its character coming back, the median of ten. */
	readonly echoMs: number;
	/** Resident memory of the process and its children once settled and typed to. */
	readonly megabytes: number;
}

const LONGEST_MS = 15_000;
const ECHO_PATIENCE_MS = 1500;
// Letters that hardly occur in a first screen, so that an echo is not mistaken for something else drawn.
const KEYS = [..."qzjxkvwybq"];

/** Starts a program in a terminal of 120 by 40 that answers the usual queries at once, and watches. */
export async function measureScreen(
	command: readonly string[],
	options: {
		cwd: string;
		env: Readonly<Record<string, string>>;
		/** Words whose appearance matters. */
		words?: string;
		/** A screen that stays as it is for so long has settled. */
		quietMs?: number;
		/** Between one key and the next. */
		pauseMs?: number;
	},
): Promise<ScreenFigures> {
	const { cwd, env, words, quietMs = 800, pauseMs = 120 } = options;
	const watch = new ScreenWatch(words);
	const startedAt = performance.now();
	const child = Bun.spawn([...command], {
		cwd,
		env,
		terminal: {
			cols: 120,
			rows: 40,
			data: (terminal, data) => {
				const reply = watch.see(data);
				if (reply) terminal.write(reply);
			},
		},
	});
	try {
		const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
		await watch.settle(quietMs, hasEnded);
		if (hasEnded()) {
			throw new Error(`${command.join(" ")} ended by itself, having shown:\n${watch.shown()}`);
		}
		const { wordsAt, firstPaintAt, lastByteAt: settledAt, bytes } = watch;
		const echoes: number[] = [];
		for (const key of KEYS) {
			echoes.push(await watch.echoOf(key, () => child.terminal?.write(key)));
			await Bun.sleep(pauseMs);
		}
		return {
			wordsMs: wordsAt - startedAt,
			firstPaintMs: firstPaintAt - startedAt,
			settledMs: settledAt - startedAt,
			bytes,
			echoMs: median(echoes),
			megabytes: await megabytesOfTree(child.pid),
		};
	} finally {
		child.kill("SIGKILL");
		await child.exited;
		child.terminal?.close();
	}
}

class ScreenWatch {
	wordsAt = Number.NaN;
	firstPaintAt = Number.NaN;
	lastByteAt = Number.NaN;
	bytes = 0;
	#recent = "";
	readonly #decoder = new TextDecoder();

	constructor(private readonly words: string | undefined) {}

	/** Takes in what was written and returns what the terminal answers. */
	see(data: Uint8Array): string {
		const written = this.#decoder.decode(data, { stream: true });
		const now = performance.now();
		if (Number.isNaN(this.firstPaintAt) && visible(written).trim()) this.firstPaintAt = now;
		this.lastByteAt = now;
		this.bytes += data.length;
		this.#recent += written;
		if (this.words !== undefined && Number.isNaN(this.wordsAt) && this.shown().includes(this.words)) this.wordsAt = now;
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

	async echoOf(key: string, press: () => void): Promise<number> {
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

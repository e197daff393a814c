import { megabytesOfTree } from "./process-memory.ts";
import { ScreenWatch } from "./screen-watch.ts";

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
		const echoMs = await watch.echo((key) => child.terminal?.write(key), pauseMs);
		return {
			wordsMs: wordsAt - startedAt,
			firstPaintMs: firstPaintAt - startedAt,
			settledMs: settledAt - startedAt,
			bytes,
			echoMs,
			megabytes: await megabytesOfTree(child.pid),
		};
	} finally {
		child.kill("SIGKILL");
		await child.exited;
		child.terminal?.close();
	}
}

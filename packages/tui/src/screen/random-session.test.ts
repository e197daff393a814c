import { describe, expect, test } from "bun:test";
import { RandomSession, type SessionOptions } from "../testing/random-session.ts";

const SIZES = [
	{ columns: 80, rows: 24 },
	{ columns: 40, rows: 10 },
	{ columns: 23, rows: 6 },
	{ columns: 120, rows: 40 },
] as const;

const TIMEOUT_MS = 60_000;

/** What a frame and each of its rows need besides text. */
const FRAME_BYTES = 200;
const ROW_BYTES = 60;

const FORBIDDEN = /\x1b\[[23]J|\x1b\[\d*(;\d*)?H|\x1b\[H/;

async function play(options: SessionOptions): Promise<RandomSession> {
	const session = new RandomSession(options);
	for (let step = 0; step < options.steps; step++) {
		const { written, rowsToHistory, resized } = await session.step();
		const expected = session.expectedWindow();
		const where = `seed ${options.seed}, step ${step}, ${options.columns}x${options.rows}`;
		expect({ where, clears: FORBIDDEN.test(written) }).toEqual({ where, clears: false });
		const { columns, rows: height } = session.show.screen;
		const most = FRAME_BYTES + (height + Math.max(0, rowsToHistory)) * (columns + ROW_BYTES);
		expect({ where, isBounded: resized || written.length <= most }).toEqual({ where, isBounded: true });
		const shown = session.shownWindow(expected.caret.row);
		const blank = Array<string>(Math.max(0, shown.rows.length - expected.rows.length)).fill("");
		expect({ where, ...shown }).toEqual({ where, rows: [...expected.rows, ...blank], caret: expected.caret });
	}
	await session.finish();
	return session;
}

/** The chrome is gone and every mode is as it was before. */
async function leaveCleanly(session: RandomSession): Promise<void> {
	await session.leave();
	const { virtual } = session.show;
	expect({ modes: virtual.modes(), listeners: virtual.listenerCount() }).toEqual({
		modes: { alternateScreen: false, bracketedPaste: false, autowrap: true, mouse: false, raw: false, reading: false },
		listeners: 0,
	});
	expect(virtual.window().slice(virtual.cursor().row).join("")).toBe("");
}

function plan(
	count: number,
	offset: number,
	rest: Omit<SessionOptions, "seed" | "columns" | "rows">,
): SessionOptions[] {
	return Array.from({ length: count }, (_, index) => ({
		...rest,
		...(SIZES[index % SIZES.length] ?? SIZES[0]),
		seed: offset + index,
	}));
}

describe("random sessions", () => {
	test(
		"without resizes: the window is a full repaint and every word is on the terminal once, in order",
		async () => {
			for (const options of plan(80, 1000, { steps: 40, resizes: "none", overlays: true, liveBlocks: true })) {
				const session = await play(options);
				await leaveCleanly(session);
				expect({ seed: options.seed, words: session.foundWords() }).toEqual({
					seed: options.seed,
					words: session.expectedWords(),
				});
			}
		},
		TIMEOUT_MS,
	);

	test(
		"with changes of height",
		async () => {
			for (const options of plan(60, 2000, { steps: 40, resizes: "height", overlays: false, liveBlocks: false })) {
				const session = await play(options);
				await leaveCleanly(session);
				expect({ seed: options.seed, words: session.foundWords() }).toEqual({
					seed: options.seed,
					words: session.expectedWords(),
				});
			}
		},
		TIMEOUT_MS,
	);

	test(
		"with changes of width and height",
		async () => {
			for (const options of plan(100, 3000, { steps: 40, resizes: "both", overlays: false, liveBlocks: false })) {
				const session = await play(options);
				await leaveCleanly(session);
				expect({ seed: options.seed, words: session.foundWords() }).toEqual({
					seed: options.seed,
					words: session.expectedWords(),
				});
			}
		},
		TIMEOUT_MS,
	);

	test(
		"with resizes while something lies over the window no word is lost",
		async () => {
			for (const options of plan(40, 4000, { steps: 40, resizes: "both", overlays: true, liveBlocks: true })) {
				const session = await play(options);
				await leaveCleanly(session);
				const found = new Set(session.foundWords());
				expect({ seed: options.seed, lost: session.expectedWords().filter((word) => !found.has(word)) }).toEqual({
					seed: options.seed,
					lost: [],
				});
			}
		},
		TIMEOUT_MS,
	);
});

import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { RandomSession, type SessionOptions } from "../testing/random-session.ts";

const SIZES = [
	{ columns: 80, rows: 24 },
	{ columns: 40, rows: 10 },
	{ columns: 23, rows: 6 },
	{ columns: 120, rows: 40 },
	{ columns: 200, rows: 50 },
] as const;

const STEPS = 30;
const TIMEOUT_MS = 60_000;

/** Bytes per frame and row besides text. */
const FRAME_BYTES = 200;
const ROW_BYTES = 60;

const FORBIDDEN = /\x1b\[[23]J|\x1b\[\d*(;\d*)?H|\x1b\[H/;

type Kind = Omit<SessionOptions, "seed" | "columns" | "rows" | "steps">;

const quiet = { resizes: "none", overlays: false, liveBlocks: false } as const satisfies Kind;

/** Mostly wrong. */
const WRONG_GUESSES = {
	reflow: "cuts",
	synchronizesOutput: false,
	hyperlinks: false,
	imageProtocol: "sixel",
	notificationProtocol: "osc99",
	multiplexer: "screen",
} as const;

/** Sessions after which every word is on the terminal exactly once, in order. */
const EXACT: Readonly<Record<string, { readonly count: number; readonly kind: Kind }>> = {
	"blocks that change, overlays": { count: 90, kind: { ...quiet, overlays: true, liveBlocks: true } },
	"streamed answers, overlays": { count: 60, kind: { ...quiet, overlays: true, streams: true } },
	"changes of height": { count: 60, kind: { ...quiet, resizes: "height" } },
	"changes of width and height": { count: 100, kind: { ...quiet, resizes: "both" } },
	"streamed answers, changes of width and height": { count: 90, kind: { ...quiet, resizes: "both", streams: true } },
	"surfaces on the alternate screen": { count: 40, kind: { ...quiet, fullscreens: true, streams: true } },
	"a terminal that answers nothing": { count: 40, kind: { ...quiet, streams: true, acceptsQueries: false } },
	"wrong guesses": { count: 40, kind: { ...quiet, resizes: "both", streams: true, guesses: WRONG_GUESSES } },
};

/** Sessions in which rows that may still change are pushed into history: duplicates are better than losses. */
const LOSSLESS: typeof EXACT = {
	"changing blocks, changes of size": { count: 30, kind: { ...quiet, resizes: "both", liveBlocks: true } },
	"overlays, changes of size": { count: 30, kind: { resizes: "both", overlays: true, liveBlocks: true } },
	"alternate screen, changes of size": { count: 30, kind: { ...quiet, resizes: "both", fullscreens: true } },
	"frames on their way during changes of size": {
		count: 60,
		kind: { ...quiet, resizes: "both", streams: true, lateFrames: true },
	},
};

function sessions({ count, kind }: (typeof EXACT)[string], firstSeed: number): SessionOptions[] {
	return Array.from({ length: count }, (_, index) => ({
		...kind,
		...(SIZES[index % SIZES.length] ?? SIZES[0]),
		steps: STEPS,
		seed: firstSeed + index,
	}));
}

/** Plays a session and checks the terminal after each step. */
async function play(options: SessionOptions): Promise<RandomSession> {
	const session = new RandomSession(options);
	for (let step = 0; step < options.steps; step++) {
		const wasFullscreen = session.conversation.isFullscreen;
		const { written, resized, changedRows, changedHistory } = await session.step();
		// On the alternate screen rows are addressed directly, and the normal screen cannot be compared.
		if (wasFullscreen || session.conversation.isFullscreen) continue;
		const where = `seed ${options.seed}, step ${step}, ${options.columns}x${options.rows}`;
		const most = FRAME_BYTES + changedRows * (session.show.screen.columns + ROW_BYTES);
		expect({ where, clears: FORBIDDEN.test(written) }).toEqual({ where, clears: false });
		// The terminal rewraps its history on a resize.
		expect({ where, changedHistory: resized ? 0 : changedHistory }).toEqual({ where, changedHistory: 0 });
		expect({ where, most, isBounded: resized || written.length <= most }).toEqual({ where, most, isBounded: true });
		expectFullRepaint(session, where);
	}
	await leaveCleanly(session);
	return session;
}

/** The screen equals a full repaint, including the cursor. */
function expectFullRepaint(session: RandomSession, where: string): void {
	const expected = session.conversation.expectedWindow();
	const shown = session.shownWindow(expected.caret.row);
	const blank = Array<string>(Math.max(0, shown.rows.length - expected.rows.length)).fill("");
	expect({ where, ...shown }).toEqual({ where, rows: [...expected.rows, ...blank], caret: expected.caret });
}

/** The chrome is gone and all modes are restored. */
async function leaveCleanly(session: RandomSession): Promise<void> {
	await session.leave();
	const { virtual } = session.show;
	expect({ modes: virtual.modes(), listeners: virtual.listenerCount() }).toEqual({
		modes: { alternateScreen: false, bracketedPaste: false, autowrap: true, mouse: false, raw: false, reading: false },
		listeners: 0,
	});
	expect(virtual.window().slice(virtual.cursor().row).join("")).toBe("");
}

async function playExactly(name: keyof typeof EXACT): Promise<void> {
	const plan = EXACT[name];
	if (!plan) throw new Error(`no sessions with ${name}`);
	for (const options of sessions(plan, 1000 * (1 + Object.keys(EXACT).indexOf(name)))) {
		const { seed } = options;
		const session = await play(options);
		expect({ seed, words: session.foundWords() }).toEqual({ seed, words: session.conversation.expectedWords() });
	}
}

describe("random sessions: each step equals a full repaint, and every word is on the terminal once, in order", () => {
	verifies("tui:render:no-row-lost", () => playExactly("blocks that change, overlays"), TIMEOUT_MS);
	verifies("tui:render:committed-never-rewritten", () => playExactly("streamed answers, overlays"), TIMEOUT_MS);
	verifies("tui:render:no-clear-on-update", () => playExactly("changes of height"), TIMEOUT_MS);
	verifies("tui:render:resize", () => playExactly("changes of width and height"), TIMEOUT_MS);
	verifies("tui:terminal:wrong-guess-harmless", () => playExactly("wrong guesses"), TIMEOUT_MS);
	const others = Object.keys(EXACT).slice(4, -1);
	test.each(others)("%s", (name) => playExactly(name), TIMEOUT_MS);
});

describe("random sessions: each step equals a full repaint, and no word is lost", () => {
	for (const [index, [name, plan]] of Object.entries(LOSSLESS).entries()) {
		test(
			name,
			async () => {
				for (const options of sessions(plan, 20_000 + 1000 * index)) {
					const { seed } = options;
					const session = await play(options);
					const found = new Set(session.foundWords());
					const lost = session.conversation.expectedWords().filter((word) => !found.has(word));
					expect({ seed, lost }).toEqual({ seed, lost: [] });
				}
			},
			TIMEOUT_MS,
		);
	}
});

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CURSOR_MARKER } from "@oh-my-pi/pi-tui/component";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import { Rows } from "@oh-my-pi/pi-tui/testing/rows";
import { showScreen } from "@oh-my-pi/pi-tui/testing/show";
import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import type { ConversationEvent } from "../../../../conversation/event/event.ts";
import { testRenderOptions } from "../../testing/test-render-options.ts";
import { builtInBlockRenderers } from "./block-renderers.ts";
import { recordedEvents } from "./testing/recorded-events.ts";
import { TranscriptPanel } from "./transcript-panel.ts";

const NAMES = ["long-answer", "tools", "failure"];
const SIZES = [
	{ columns: 80, rows: 24 },
	{ columns: 40, rows: 14 },
	{ columns: 160, rows: 50 },
];
const RESIZED = [
	{ columns: 61, rows: 20 },
	{ columns: 132, rows: 30 },
	{ columns: 47, rows: 24 },
];
const CHROME = ["", "╭─ status ─╮", `╰─ ${CURSOR_MARKER} ─╯`];
const FORBIDDEN = /\x1b\[[23]J|\x1b\[\d*(;\d*)?H|\x1b\[H/;
/** What wrapping at another width adds or drops. */
const DECORATION = /[\s\u2500-\u259f]/gu;

const load = async (name: string) =>
	recordedEvents(await Bun.file(join(import.meta.dir, `testing/${name}.jsonl`)).text());

function panelOf(transcript: Transcript): TranscriptPanel {
	const render = testRenderOptions({ theme: plainTheme(), image: ({ name }) => new Rows([name]) });
	return new TranscriptPanel(transcript, {
		renderers: builtInBlockRenderers(),
		render,
		isSmooth: () => false,
		requestRender: () => {},
	});
}

/** All rows of the session as they are when it is over, drawn in one go. */
function finalRows(events: readonly ConversationEvent[], columns: number): string[] {
	const transcript = new Transcript();
	const panel = panelOf(transcript);
	for (const event of events) panel.handle(event);
	return transcript.liveRows(columns).rows.map((row) => Bun.stripANSI(row).trimEnd());
}

/** Plays the events on a virtual terminal with a frame after each, and looks at the screen every time. */
async function play(
	events: readonly ConversationEvent[],
	size: { columns: number; rows: number },
	sync: boolean,
	resizes: boolean,
) {
	const show = showScreen(new Rows(CHROME), { ...size, synchronizesOutput: sync });
	const { screen, virtual, transcript } = show;
	const panel = panelOf(transcript);
	screen.start();
	await show.paint();
	const changeAt = Math.ceil(events.length / (RESIZED.length + 1));
	for (const [index, event] of events.entries()) {
		panel.handle(event);
		await show.paint();
		const next = resizes && index > 0 && index % changeAt === 0 ? RESIZED[index / changeAt - 1] : undefined;
		if (next) await show.resize(next.columns, next.rows);
		const expected = [...transcript.liveRows(screen.columns).rows, ...CHROME]
			.slice(-screen.rows)
			.map((row) => Bun.stripANSI(row).trimEnd());
		const { row, column } = virtual.cursor();
		const top = row - expected.length + 1;
		expect({ index, column, rows: virtual.window().slice(top, row + 1) }).toEqual({ index, column: 3, rows: expected });
	}
	const stopped = screen.stop();
	await virtual.settle();
	await stopped;
	expect(FORBIDDEN.exec(virtual.takeWritten())).toBeNull();
	return virtual;
}

describe("recorded sessions: each screen is a full repaint", () => {
	for (const name of NAMES) {
		test(`${name}: afterwards the terminal holds exactly the rows of the session, in order`, async () => {
			const events = await load(name);
			for (const [index, size] of SIZES.entries()) {
				const virtual = await play(events, size, index % 2 === 0, false);
				const left = [...virtual.scrollback(), ...virtual.window()].join("\n").trimEnd();
				expect(left).toBe(finalRows(events, size.columns).join("\n").trimEnd());
			}
		}, 30_000);

		test(`${name}: through changes of size everything is there once, in order, except a table`, async () => {
			const events = await load(name);
			const virtual = await play(events, { columns: 80, rows: 24 }, true, true);
			const contentOf = (rows: readonly string[]) => rows.join("").replace(DECORATION, "");
			expect(withoutTable(contentOf(virtual.logicalLines()))).toBe(withoutTable(contentOf(finalRows(events, 80))));
		}, 30_000);
	}
});

/** A table that was cut by a change of width is drawn again as a whole, with its cells wrapped otherwise. */
function withoutTable(content: string): string {
	return content.replace(/stateinputnextstate.*wordblankstart/, "<table>");
}

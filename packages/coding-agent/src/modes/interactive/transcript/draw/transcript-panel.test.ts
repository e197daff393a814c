import { expect, test } from "bun:test";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { until } from "@oh-my-pi/pi-testkit/until";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import { testRenderOptions } from "../../testing/test-render-options.ts";
import type { ScreenEvent } from "../reduce/reduce.ts";
import { builtInBlockRenderers } from "./block-renderers.ts";
import { TranscriptPanel } from "./transcript-panel.ts";

function panelWith(options: { smooth?: boolean } = {}) {
	const display = { expanded: false };
	const transcript = new Transcript();
	let frames = 0;
	const panel = new TranscriptPanel(transcript, {
		renderers: builtInBlockRenderers(),
		render: testRenderOptions({ expanded: () => display.expanded }),
		isSmooth: () => options.smooth ?? false,
		requestRender: () => frames++,
	});
	const rows = () => transcript.liveRows(60).rows;
	/** What scrolls out of the window belongs to the terminal. */
	const scrollAway = () => transcript.commit(rows().length);
	const committable = () => transcript.liveRows(60).committable;
	return { panel, display, rows, committable, scrollAway, frames: () => frames };
}

const many = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
const bash: ScreenEvent[] = [
	{ type: "tool_execution_start", toolCallId: "a", toolName: "bash", args: { command: "seq 30" } },
	{
		type: "tool_execution_end",
		toolCallId: "a",
		toolName: "bash",
		result: { content: [{ type: "text", text: many }], details: {} },
		isError: false,
	},
];
const user = (content: string): ScreenEvent => ({
	type: "message_start",
	message: { role: "user", content, timestamp: 0 },
});

test("expanding redraws what is on screen, and shows again what has left it", () => {
	const { panel, display, rows, scrollAway } = panelWith();
	for (const event of [user("count"), ...bash]) panel.handle(event);
	display.expanded = true;
	panel.redraw();
	expect(rows().filter((row) => row.includes("line "))).toHaveLength(30);

	display.expanded = false;
	panel.redraw();
	expect(rows().filter((row) => row.includes("│ line "))).toHaveLength(10);
	scrollAway();
	display.expanded = true;
	panel.redraw();
	expect(rows()[1]).toStartWith("── the last turn in full ──");
	expect(rows().filter((row) => row.includes("│ line "))).toHaveLength(30);
	const shown = rows().length;
	panel.redraw();
	expect(rows()).toHaveLength(shown);
});

test("only the last turn is shown again", () => {
	const { panel, display, rows, scrollAway } = panelWith();
	for (const event of [user("count"), ...bash, user("thanks")]) panel.handle(event);
	scrollAway();
	display.expanded = true;
	panel.redraw();
	expect(rows()).toEqual([]);
});

test("a reply that comes at once is revealed step by step, and is whole when the session ends before that", async () => {
	const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
	const events = [
		{ type: "message_start", message: replyMessage("") },
		{ type: "message_end", message: replyMessage(text) },
	] as unknown as ScreenEvent[];
	const smooth = panelWith({ smooth: true });
	for (const event of events) smooth.panel.handle(event);
	expect(smooth.rows().join(" ")).not.toContain("word39");
	await until(() => smooth.rows().join(" ").includes("word39"));
	expect(smooth.frames()).toBeGreaterThan(2);

	// The end comes when everything is there already: the block is final all the same.
	const calm = panelWith({ smooth: true });
	for (const event of [events[0], { ...events[1], type: "message_update", assistantMessageEvent: {} }]) {
		calm.panel.handle(event as ScreenEvent);
	}
	await until(() => calm.rows().join(" ").includes("word39"));
	for (const event of events.slice(1)) calm.panel.handle(event);
	await until(() => calm.committable() === calm.rows().length);

	const cut = panelWith({ smooth: true });
	for (const event of events) cut.panel.handle(event);
	cut.panel.finish();
	expect(cut.rows().join(" ")).toContain("word39");
});

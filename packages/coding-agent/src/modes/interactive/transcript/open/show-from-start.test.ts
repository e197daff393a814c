import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import type { Conversation } from "../../../../conversation/kernel/conversation.ts";
import { assistant, testLog, user } from "../../../../conversation/testing/history.ts";
import { Settings } from "../../../../settings/settings.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { testRenderOptions } from "../../testing/test-render-options.ts";
import { builtInBlockRenderers } from "../draw/block-renderers.ts";
import { TranscriptPanel } from "../draw/transcript-panel.ts";
import { showFromStart } from "./show-from-start.ts";

/** A session of so many turns, of which a panel shows the end. */
function shownEnd(turns: number) {
	const log = testLog();
	for (let turn = 0; turn < turns; turn++) {
		log.appendMessage(user(`question-${turn}.`));
		log.appendMessage(assistant(`answer-${turn}.`));
	}
	const { messages } = log.context();
	const conversation = partly<Conversation>("conversation", { isStreaming: false, messages });
	const session = partly<OpenedConversation>("session", { log, settings: new Settings(), conversation });
	const transcript = new Transcript();
	const panel = new TranscriptPanel(transcript, {
		renderers: builtInBlockRenderers(),
		render: testRenderOptions(),
		isSmooth: () => false,
		requestRender: () => {},
	});
	panel.append([], { isPart: true });
	const questions = () =>
		transcript
			.liveRows(60)
			.rows.join("\n")
			.match(/question-\d+/g) ?? [];
	const all = Array.from({ length: turns }, (_, turn) => `question-${turn}`);
	return { panel, session, questions, all };
}

const wholeScreen = { canReset: true, reset: () => {}, requestRender: () => {} };
const never = new AbortController().signal;

test("asked for again while it is being written, a session is written from its start", async () => {
	const { panel, session, questions, all } = shownEnd(200);
	const first = new AbortController();
	const frames = { count: 0 };
	const requestRender = () => void frames.count++;
	const writing = showFromStart(panel, { screen: { ...wholeScreen, requestRender }, session, signal: first.signal });
	while (frames.count < 2) await new Promise((resolve) => setImmediate(resolve));
	first.abort();
	await Promise.all([writing, showFromStart(panel, { screen: wholeScreen, session, signal: never })]);
	expect(questions() as string[]).toEqual(all);
});

test("broken off near its end, a session has nothing twice", async () => {
	const { panel, session, questions, all } = shownEnd(100);
	const breaking = new AbortController();
	let frames = 0;
	const requestRender = () => {
		if (++frames === 4) breaking.abort();
	};
	await showFromStart(panel, { screen: { ...wholeScreen, requestRender }, session, signal: breaking.signal });
	expect(questions() as string[]).toEqual(all);
});

test("while something else has the terminal, nothing is written again", async () => {
	const { panel, session, questions } = shownEnd(100);
	await showFromStart(panel, { screen: { ...wholeScreen, canReset: false }, session, signal: never });
	expect([questions() as string[], panel.isIncomplete]).toEqual([[], true]);
});

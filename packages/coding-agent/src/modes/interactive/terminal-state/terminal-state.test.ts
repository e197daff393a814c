import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ManualClock } from "@oh-my-pi/pi-tui/testing/manual-clock";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import { Settings } from "../../../settings/settings.ts";
import { Notifier } from "./notifier.ts";
import { runStateAfter } from "./run-state.ts";
import { TerminalTitle } from "./terminal-title.ts";

const event = (type: string, fields: object = {}) => ({ type, ...fields }) as ConversationEvent;

test("omp waits while an approval or a question is open, and works otherwise until it rests", () => {
	const events = [
		event("agent_start"),
		event("tool_approval_requested"),
		event("tool_approval_resolved"),
		event("tool_execution_start", { toolName: "bash" }),
		event("tool_execution_start", { toolName: "ask", waitsForUser: true }),
		event("tool_execution_end", { toolName: "ask", waitsForUser: true }),
		event("agent_end"),
	];
	let state = runStateAfter("idle", event("notice"));
	const states = events.map((next) => {
		state = runStateAfter(state, next);
		return state;
	});
	expect(states).toEqual(["working", "waiting", "working", "working", "waiting", "working", "idle"]);
});

verifies("tui:title:run-state", () => {
	const titles: string[] = [];
	const clock = new ManualClock();
	let showsState = true;
	const title = new TerminalTitle({
		terminal: { setTitle: (text) => void titles.push(text) },
		project: "demo",
		frames: ["⠋", "⠙"],
		showsState: () => showsState,
		clock,
	});
	title.show("idle", "");
	title.show("working", "");
	clock.advance(250);
	title.show("waiting", "Fix greeting");
	clock.advance(1000);
	showsState = false;
	title.show("working", "");
	title[Symbol.dispose]();
	expect(titles).toEqual(["π > demo", "π ⠋ demo", "π ⠙ demo", "π ! demo: Fix greeting", "π > demo"]);
	expect(clock.pendingTimers).toBe(0);
});

interface Situation {
	readonly isFocused?: boolean;
	readonly tookMs?: number;
	readonly env?: Record<string, string>;
	readonly settings?: Record<string, unknown>;
	readonly events?: readonly ConversationEvent[];
}

function notifications({ isFocused, tookMs = 1000, env = {}, settings = {}, events }: Situation): string {
	let now = 0;
	const written: string[] = [];
	const notifier = new Notifier({
		terminal: { isFocused, notificationProtocol: "osc9", write: (data) => void written.push(data) },
		settings: new Settings({ global: settings }),
		host: { env, now: () => now },
		project: "demo",
	});
	notifier.handle(event("agent_start"));
	now = tookMs;
	for (const next of events ?? [event("agent_end")]) notifier.handle(next);
	return written.join("");
}

verifies("tui:notify:when-unfocused", () => {
	const failed = [event("message_end", { message: { role: "assistant", stopReason: "error" } }), event("agent_end")];
	const asked = [event("tool_execution_start", { toolName: "ask", waitsForUser: true })];
	const complete = "\x1b]9;omp: Complete - demo\x07";
	const waiting = "\x1b]9;omp: Waiting for input - demo\x07";
	const away = { isFocused: false };
	expect([
		notifications(away),
		notifications({ isFocused: true, tookMs: 60_000 }),
		notifications({ tookMs: 9000 }),
		notifications({ tookMs: 11_000 }),
		notifications({ ...away, events: failed }),
		notifications({ ...away, events: failed, settings: { error: { notify: "on" } } }),
		notifications({ ...away, events: asked }),
		notifications({ ...away, events: [event("tool_approval_requested")] }),
		notifications({ ...away, settings: { completion: { notify: "off" } } }),
		notifications({ ...away, events: asked, settings: { ask: { notify: "off" } } }),
		...["off", "0", "false"].map((PI_NOTIFICATIONS) => notifications({ ...away, env: { PI_NOTIFICATIONS } })),
	]).toEqual([complete, "", "", complete, "", "\x1b]9;omp: Error - demo\x07", waiting, waiting, "", "", "", "", ""]);
});

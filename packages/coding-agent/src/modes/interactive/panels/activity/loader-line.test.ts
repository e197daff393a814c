import { expect, test } from "bun:test";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ManualClock } from "@oh-my-pi/pi-tui/testing/manual-clock";
import { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import type { ConversationEvent } from "../../../../conversation/event/event.ts";
import { LoaderLine } from "./loader-line.ts";
import { shimmer } from "./shimmer.ts";

function loaderLine() {
	let now = 0;
	const loader = new Loader({ theme: plainTheme, onTick: () => {}, clock: new ManualClock() });
	const line = new LoaderLine({ loader, theme: plainTheme, now: () => now, shimmer: () => "disabled" });
	const shown = () => loader.render(80)[0];
	const pass = (ms: number) => {
		now += ms;
	};
	return { line, shown, pass };
}

const partial = replyMessage();
const delta = (type: "thinking_delta" | "text_delta", text: string) =>
	({
		type: "message_update",
		message: partial,
		assistantMessageEvent: { type, contentIndex: 0, delta: text, partial },
	}) as const;
const call = (toolCallId: string, intent?: string) =>
	({ type: "tool_execution_start", toolCallId, toolName: "bash", args: {}, ...(intent && { intent }) }) as const;
const done = (toolCallId: string): ConversationEvent => ({
	type: "tool_execution_end",
	toolCallId,
	toolName: "bash",
	result: { content: [] },
	isError: false,
});

test("a request without an answer says whether its host can be reached, until something arrives", () => {
	const { line, shown, pass } = loaderLine();
	line.handle({ type: "agent_start" });
	line.handle({ type: "provider_silent", host: "api.acme.example", isReachable: false });
	pass(3000);
	expect(shown()).toBe(" ⠋ No connection to api.acme.example. Check the network and proxy… · 3s ⟦esc⟧");
	line.handle({ type: "provider_silent", host: "api.acme.example", isReachable: true });
	expect(shown()).toBe(" ⠋ No answer from api.acme.example yet… · 3s ⟦esc⟧");
	line.handle(delta("text_delta", "So"));
	expect(shown()).toStartWith(" ⠋ Working… · 3s");
});

verifies("tui:loader:line", () => {
	const { line, shown, pass } = loaderLine();
	expect(shown()).toBeUndefined();
	line.handle({ type: "agent_start" });
	expect(shown()).toBe(" ⠋ Working… ⟦esc⟧");
	line.handle(delta("thinking_delta", "hm"));
	expect(shown()).toBe(" ⠋ Thinking… ⟦esc⟧");
	line.handle(call("a", "Running the test suite"));
	expect(shown()).toBe(" ⠋ Running the test suite ⟦esc⟧");
	line.handle(call("b"));
	expect(shown()).toBe(" ⠋ Running bash… ⟦esc⟧");
	line.handle(done("b"));
	expect(shown()).toBe(" ⠋ Running the test suite ⟦esc⟧");
	line.handle(done("a"));
	line.handle(delta("text_delta", "x".repeat(4800)));
	pass(999);
	expect(shown()).toBe(" ⠋ Working… ⟦esc⟧");
	pass(1);
	expect(shown()).toBe(" ⠋ Working… · 1s · ⤴ 1.2K ⟦esc⟧");
	line.handle({ type: "agent_end", messages: [] });
	expect(shown()).toBeUndefined();
});

test("the time in which the user is asked something does not count, and nothing turns meanwhile", () => {
	const { line, shown, pass } = loaderLine();
	line.handle({ type: "agent_start" });
	pass(8000);
	line.pause(true);
	pass(60_000);
	expect(shown()).toBeUndefined();
	line.pause(false);
	pass(3000);
	expect(shown()).toBe(" ⠋ Working… · 11s ⟦esc⟧");
});

verifies("tui:message:retry-line", () => {
	const { line, shown, pass } = loaderLine();
	line.handle({ type: "agent_start" });
	const errorMessage = '529 {"error":{"message":"Overloaded"}}';
	line.handle({ type: "auto_retry_start", attempt: 1, maxAttempts: 10, delayMs: 3000, errorMessage });
	expect(shown()).toBe(" ⠋ Retrying (1/10) in 3s… (esc to cancel) 529 Overloaded");
	pass(2100);
	expect(shown()).toBe(" ⠋ Retrying (1/10) in 1s… (esc to cancel) 529 Overloaded");
	line.handle({ type: "turn_start" });
	expect(shown()).toBe(" ⠋ Working… · 2s ⟦esc⟧");
});

test("compactions and what commands do are told too", async () => {
	const { line, shown, pass } = loaderLine();
	line.handle({ type: "auto_compaction_start", reason: "idle", action: "context-full" });
	expect(shown()).toBe(" ⠋ Compacting… (esc to cancel)");
	line.handle({ type: "auto_compaction_end", action: "context-full", result: null, aborted: false, willRetry: false });
	expect(shown()).toBeUndefined();
	const work = Promise.withResolvers<void>();
	const during = line.during("Sharing…", () => work.promise);
	expect(shown()).toBe(" ⠋ Sharing… ⟦esc⟧");
	pass(1500);
	expect(shown()).toBe(" ⠋ Sharing… · 1s ⟦esc⟧");
	work.resolve();
	await during;
	expect(shown()).toBeUndefined();
});

test("a light wanders over the words, or does not", () => {
	const lit = { ...plainTheme, accent: (text: string) => `[${text}]` };
	const at = (kind: Parameters<typeof shimmer>[2]) =>
		[0, 2, 4, 9].map((frame) => shimmer("Working…", frame, kind, lit));
	expect(at("classic")).toEqual(["Working…", "[Wo]rking…", "W[ork]ing…", "Workin[g…]"]);
	expect(at("kitt")).toEqual(["Working…", "[Wo]rking…", "W[ork]ing…", "Workin[g…]"]);
	expect(at("disabled")).toEqual(["Working…", "Working…", "Working…", "Working…"]);
});

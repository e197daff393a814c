import { describe, expect } from "bun:test";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage, Usage } from "@oh-my-pi/pi-ai/message";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ContextMeter, measuredBeforeCompaction } from "./context-meter.ts";
import type { RequestParts } from "./context-tokens.ts";
import { estimateMessage, estimateText } from "./estimate-tokens.ts";

const user = (text: string, timestamp = 0) => ({ role: "user" as const, content: text, timestamp });

function reply(text: string, usage: Partial<Usage> = {}, overrides: Partial<AssistantMessage> = {}): AssistantMessage {
	return replyMessage(text, { usage: { ...emptyUsage(), ...usage }, ...overrides });
}

const tool = defineTool({
	name: "noop",
	label: "",
	prompt: "x".repeat(94),
	parameters: {},
	execute: async () => ({ content: "" }),
});

const parts = (messages: RequestParts["messages"]): RequestParts => ({
	model: { id: "x", api: "x" },
	systemPrompt: ["x".repeat(400)],
	tools: [tool as never],
	messages,
});

describe("tokens", () => {
	verifies("context-management:tokens:estimate-rules", () => {
		expect(estimateText("x".repeat(9))).toBe(3);
		expect(estimateText("漢字ひらがな한글")).toBe(8);
		expect(estimateText("ab漢字")).toBe(3);
		const png = Buffer.from("89504e470d0a1a0a0000000d494844520000032000000258", "hex").toString("base64");
		const image = (data: string) => ({
			role: "user" as const,
			content: [{ type: "image" as const, data, mimeType: "image/png" }],
			timestamp: 0,
		});
		expect(estimateMessage(image(png), "by-area")).toBe(640 + 4);
		expect(estimateMessage(image(png), "flat")).toBe(1100 + 4);
		expect(estimateMessage(image("bm8gaW1hZ2U="), "by-area")).toBe(1200 + 4);
		const call = reply("", {}, { content: [{ type: "toolCall", id: "c", name: "read", arguments: { path: "a" } }] });
		expect(estimateMessage(call, "flat")).toBe(Math.ceil('read{"path":"a"}'.length / 4) + 4);
		const hidden = { role: "bashExecution" as const, command: "x", output: "", cancelled: false, truncated: false };
		expect(estimateMessage({ ...hidden, excludeFromContext: true, timestamp: 0 } as never, "flat")).toBe(0);
	});

	verifies("context-management:tokens:from-last-usage", () => {
		const meter = new ContextMeter();
		const later = user("x".repeat(40));
		const everything = 100 + 25 + 14 + 14;
		expect(meter.tokens(parts([user("x".repeat(40)), later]))).toBe(everything);
		const measured = reply("Hi", { input: 1000, cacheRead: 200, cacheWrite: 30, output: 4 });
		expect(meter.tokens(parts([user("x"), measured, later]))).toBe(1234 + 14);
		const failed = reply("", { input: 9, output: 9 }, { stopReason: "error" });
		expect(meter.tokens(parts([user("x"), measured, later, failed]))).toBe(1234 + 14 + 4);
	});

	verifies("context-management:tokens:calibrated", () => {
		const meter = new ContextMeter();
		const first = [user("x".repeat(400)), reply("", { input: 466, output: 0 })];
		meter.observe(parts(first));
		expect(meter.ratio).toBe(2);
		expect(meter.tokens(parts([...first, user("x".repeat(400))]))).toBe(466 + 208);
		meter.observe(parts([user(""), reply("", { input: 100_000 })]));
		expect(meter.ratio).toBe(3);
		meter.observe(parts([user("x".repeat(4000)), reply("", { input: 1 })]));
		expect(meter.ratio).toBe(0.5);
	});

	verifies("context-management:tokens:stale-after-compaction", () => {
		const meter = new ContextMeter();
		const old = reply("Hi", { input: 150_000 }, { timestamp: 1 });
		const summary = { role: "compactionSummary" as const, summary: "s", tokensBefore: 150_000, timestamp: 2 };
		const compacted = [summary, old];
		meter.invalidate(measuredBeforeCompaction(compacted));
		expect(meter.tokens(parts(compacted))).toBeLessThan(300);
		const next = reply("Yes", { input: 500 }, { timestamp: 3 });
		expect(meter.tokens(parts([...compacted, user("x"), next]))).toBe(500);
	});
});

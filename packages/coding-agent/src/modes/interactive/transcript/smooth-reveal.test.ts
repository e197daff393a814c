import { expect, test } from "bun:test";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { emptyUsage } from "@oh-my-pi/pi-ai/usage";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { revealEveryMs, SmoothReveal } from "./smooth-reveal.ts";

const message = (text: string): AssistantMessage => ({
	role: "assistant",
	content: [{ type: "text", text }],
	api: "x",
	provider: "x",
	model: "x",
	usage: emptyUsage(),
	stopReason: "stop",
	timestamp: 0,
});
const shownText = (reveal: SmoothReveal) => {
	const [part] = reveal.shown.content;
	return part?.type === "text" ? part.text : "";
};

verifies("tui:message:smooth-streaming", () => {
	const burst = "x".repeat(600);
	const reveal = new SmoothReveal(message(burst));
	const lengths = Array.from({ length: 5 }, () => {
		reveal.advance();
		return shownText(reveal).length;
	});
	const steps = lengths.map((length, index) => length - (lengths[index - 1] ?? 0));
	expect(steps.every((step) => step > 0 && step < burst.length / 4)).toBe(true);

	reveal.update(message(burst + burst), true);
	let ticks = 0;
	for (; !reveal.isComplete; ticks++) reveal.advance();
	expect(ticks * revealEveryMs).toBeLessThanOrEqual(250);
	expect(shownText(reveal)).toBe(burst + burst);
});

test("a character is never shown by half", () => {
	const reveal = new SmoothReveal(message("😀😀😀😀"));
	for (; !reveal.isComplete; reveal.advance()) expect(shownText(reveal).isWellFormed()).toBe(true);
});

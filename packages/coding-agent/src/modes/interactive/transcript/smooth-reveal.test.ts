import { expect, test } from "bun:test";
import { replyMessage } from "@oh-my-pi/pi-testkit/reply-message";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { revealEveryMs, SmoothReveal } from "./smooth-reveal.ts";

const shownText = (reveal: SmoothReveal) => {
	const [part] = reveal.shown.content;
	return part?.type === "text" ? part.text : "";
};

verifies("tui:message:smooth-streaming", () => {
	const burst = "x".repeat(600);
	const reveal = new SmoothReveal(replyMessage(burst));
	const lengths = Array.from({ length: 5 }, () => {
		reveal.advance();
		return shownText(reveal).length;
	});
	const steps = lengths.map((length, index) => length - (lengths[index - 1] ?? 0));
	expect(steps.every((step) => step > 0 && step < burst.length / 4)).toBe(true);

	reveal.update(replyMessage(burst + burst), true);
	let ticks = 0;
	for (; !reveal.isComplete; ticks++) reveal.advance();
	expect(ticks * revealEveryMs).toBeLessThanOrEqual(250);
	expect(shownText(reveal)).toBe(burst + burst);
});

test("a character is never shown by half", () => {
	const reveal = new SmoothReveal(replyMessage("😀😀😀😀"));
	for (; !reveal.isComplete; reveal.advance()) expect(shownText(reveal).isWellFormed()).toBe(true);
});

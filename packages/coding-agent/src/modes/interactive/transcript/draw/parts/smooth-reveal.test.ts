import { expect } from "bun:test";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { revealEveryMs, SmoothReveal } from "./smooth-reveal.ts";

verifies("tui:message:smooth-streaming", () => {
	const burst = "x".repeat(600);
	const reveal = new SmoothReveal(replyMessage(burst));
	const lengths = Array.from({ length: 5 }, () => {
		reveal.advance();
		return reveal.revealed;
	});
	const steps = lengths.map((length, index) => length - (lengths[index - 1] ?? 0));
	expect(steps.every((step) => step > 0 && step < burst.length / 4)).toBe(true);

	reveal.update(replyMessage(burst + burst), true);
	let ticks = 0;
	for (; !reveal.isComplete; ticks++) reveal.advance();
	expect(ticks * revealEveryMs).toBeLessThanOrEqual(250);
	expect(reveal.revealed).toBe(2 * burst.length);
});

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

test("what is taken piece by piece is the whole text, whatever comes between", () => {
	const text = "Some 😀 text, which arrives in pieces of three. ".repeat(20);
	const reveal = new SmoothReveal(replyMessage(""));
	let taken = "";
	for (let start = 0; start < text.length; start += 3) {
		const piece = text.slice(start, start + 3);
		reveal.update(replyMessage(text.slice(0, start + 3)), false, { index: 0, start, text: piece });
		if (start % 4 === 0) reveal.advance();
		const { message, added } = reveal.take();
		expect(added?.start).toBe(taken.length);
		taken += added?.text ?? "";
		const [part] = message.content;
		expect(part?.type === "text" && part.text).toBe(taken);
		expect(taken.isWellFormed() || reveal.isComplete).toBe(true);
	}
	reveal.update(replyMessage(text), true);
	for (; !reveal.isComplete; reveal.advance());
	expect(taken + (reveal.take().added?.text ?? "")).toBe(text);
});

test("a piece that does not follow the one before is not taken for its end", () => {
	const reveal = new SmoothReveal(replyMessage(""));
	reveal.update(replyMessage("abc"), false, { index: 0, start: 0, text: "abc" });
	reveal.update(replyMessage("abcdefghi"), false, { index: 0, start: 6, text: "ghi" });
	for (; !reveal.isComplete; reveal.advance());
	expect(reveal.take()).toEqual({ message: replyMessage("abcdefghi") });
});

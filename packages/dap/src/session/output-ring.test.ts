import { expect, test } from "bun:test";
import { OutputRing } from "./output-ring.ts";

test("new output is handed out once, without what the adapter itself wrote", () => {
	const ring = new OutputRing();
	ring.push("stdout", "one\n");
	ring.push("console", "adapter\n");
	ring.push("stderr", "two\n");
	expect(ring.takeNew()).toEqual({ text: "one\ntwo\n", dropped: 0 });
	expect(ring.takeNew()).toEqual({ text: "", dropped: 0 });
	ring.push("stdout", "three\n");
	expect(ring.takeNew()).toEqual({ text: "three\n", dropped: 0 });
	expect(ring.all()).toEqual({ text: "one\nadapter\ntwo\nthree\n", dropped: 0 });
});

test("old output is dropped, and how much of it is known", () => {
	const ring = new OutputRing();
	ring.push("stdout", "x".repeat(300_000));
	expect(ring.takeNew()).toEqual({ text: "x".repeat(131_072), dropped: 300_000 - 131_072 });
	for (let count = 0; count < 1000; count++) ring.push("stdout", "y".repeat(1000));
	const { text, dropped } = ring.all();
	expect(text).toMatch(/^y+$/);
	expect(text.length).toBeGreaterThanOrEqual(131_072);
	expect(text.length).toBeLessThan(133_000);
	expect(text.length + dropped).toBe(1_300_000);
});

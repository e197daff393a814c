import { expect, test } from "bun:test";
import { once } from "./once.ts";

test("once: the value is made at the first call and kept, also when it is undefined", () => {
	const made: number[] = [];
	const value = once(() => void made.push(made.length));
	expect(made).toEqual([]);
	expect([value(), value(), made]).toEqual([undefined, undefined, [0]]);
});

test("once: what throws is tried again", () => {
	let attempts = 0;
	const value = once(() => {
		attempts++;
		if (attempts === 1) throw new Error("not yet");
		return attempts;
	});
	expect(value).toThrow("not yet");
	expect([value(), value()]).toEqual([2, 2]);
});

import { expect, test } from "bun:test";
import { countSigns, normalizeMessage } from "./displeasure.ts";

const none = { shouting: 0, swearing: 0, anguish: 0, negation: 0, repetition: 0, blame: 0 };

test("displeasure: each sign is counted by itself", () => {
	expect(countSigns("Please rename the function.", "")).toEqual(none);
	expect(countSigns("STOP DOING THIS NOW. Fine. READ THE DOCS AGAIN", "")).toMatchObject({
		...none,
		shouting: 2,
		negation: 1,
	});
	expect(countSigns("what the fuck is this shit", "")).toEqual({ ...none, swearing: 2 });
	expect(countSigns("why??? why!!!", "")).toEqual({ ...none, anguish: 2 });
	expect(countSigns("No, not that. I said the other file", "")).toEqual({ ...none, negation: 2 });
	expect(countSigns("you broke it and you never listen", "")).toEqual({ ...none, blame: 2 });
});

test("displeasure: code, names in capitals and parts of words say nothing", () => {
	expect(countSigns("set `WTF SHIT DAMN` in ```\nNO!!! you broke it\n``` please", "")).toEqual(none);
	expect(countSigns("Use HTTP GET with UTF8, assess the classes", "")).toEqual(none);
});

test("displeasure: the same once more is a repetition, a short word is not", () => {
	const before = normalizeMessage("Please fix the failing parser test");
	expect(countSigns("please FIX the failing parser test!", before).repetition).toBe(1);
	expect(countSigns("please fix the docs instead", before).repetition).toBe(0);
	expect(countSigns("continue", normalizeMessage("continue")).repetition).toBe(0);
});

test("displeasure: a long paste takes no longer than its start", () => {
	const started = performance.now();
	countSigns("you ".repeat(2_000_000), "");
	expect(performance.now() - started).toBeLessThan(5_000);
});

import { describe, expect, test } from "bun:test";
import { fuzz } from "./fuzz-run.ts";
import { shapeText } from "./fuzz-target.ts";
import { findGrowth } from "./growth.ts";
import { minimize } from "./minimize.ts";
import { findTarget, fuzzTargets } from "./targets.ts";

/** About five seconds each; `bun run fuzz` takes new seeds and all the time it is given. */
const cases: Readonly<Record<string, number>> = {
	sse: 6000,
	jsonl: 4000,
	keys: 8000,
	ansi: 1500,
	patches: 3000,
	shell: 1500,
	settings: 600,
};

// Not a limit: only a test that never ends should reach it.
const TIMEOUT_MS = 300_000;

for (const name of Object.keys(fuzzTargets)) {
	describe(name, () => {
		test(
			"no random input throws, hangs or takes longer than its length",
			async () => {
				const { failures, count } = await fuzz(name, { seed: 2026, cases: cases[name] ?? 0 });
				expect(failures).toEqual([]);
				expect(count).toBe(cases[name] ?? -1);
			},
			TIMEOUT_MS,
		);

		test(
			"the corpus passes, and what was slow once is not",
			async () => {
				const target = await findTarget(name);
				for (const input of target.corpus) await target.run(input);
				for (const shape of target.shapes ?? []) {
					await target.run(shapeText(shape, 2000));
					expect([shape, await findGrowth((input) => target.run(input), shape)]).toEqual([shape, undefined]);
				}
			},
			TIMEOUT_MS,
		);
	});
}

test("settings: many different flat keys", async () => {
	const target = await findTarget("settings");
	const many = (input: string) => target.run(Array.from(input, (_, index) => `k.a${index}: 1\n`).join(""));
	expect(await findGrowth(many, { before: "", unit: "x", after: "" })).toBeUndefined();
});

describe("the fuzzer", () => {
	const shape = { before: "<", unit: "ab", after: ">" };

	let work = 0;
	const spin = (count: number) => {
		for (let index = 0; index < count; index++) work += index & 3;
	};

	test("tells quadratic from linear", async () => {
		// On a busy machine a short run may be interrupted, and then seems to take as long as a long one.
		let growth: number | undefined;
		for (let tries = 0; tries < 10 && growth === undefined; tries++) {
			growth = await findGrowth((input) => spin(input.length ** 2), shape);
		}
		expect(growth).toBeGreaterThan(9);
		expect(await findGrowth((input) => spin(input.length * 300), shape)).toBeUndefined();
		expect(work).toBeGreaterThan(0);
	});

	test("work that is given up at a limit is not slow", async () => {
		expect(await findGrowth((input) => spin(Math.min(input.length ** 2, 20_000_000)), shape)).toBeUndefined();
	});

	test("makes a failing input short", async () => {
		const text = `${"x".repeat(500)}a${"y".repeat(300)}b${"z".repeat(90)}`;
		expect(await minimize(text, async (candidate) => /a.*b/.test(candidate))).toBe("ab");
	});
});

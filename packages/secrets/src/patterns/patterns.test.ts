import { expect, test } from "bun:test";
import { compilePattern } from "./compile-pattern.ts";
import { longestMatch } from "./longest-match.ts";
import { SlowPatternError } from "./secret-pattern.ts";

test("pattern: those that would take forever with backtracking end", () => {
	const text = `${"a".repeat(100_000)}!`;
	for (const source of ["(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*)(.*)(.*)x"]) {
		expect(compilePattern(source, { place: "entry 1", clock: () => 0 }).find(text)).toEqual([]);
	}
});

test("pattern: one that reads the rest of the text for every match is stopped, and says which it is", () => {
	let now = 0;
	const pattern = compilePattern("a", { place: "secrets.yml entry 3", clock: () => (now += 100) });
	expect(() => pattern.find("a".repeat(100))).toThrow(SlowPatternError);
	expect(() => pattern.find("a".repeat(100))).toThrow(
		"The pattern of secrets.yml entry 3 took longer than 2 s over one text",
	);
});

test("pattern: one that is slow without a single match is stopped, too", () => {
	let reads = 0;
	// The clock stands for the work: it is asked after the same number of steps each time.
	const pattern = compilePattern("[a-z]{1,900}[0-9]", {
		place: "secrets.yml entry 3",
		clock: () => reads++ * 10,
		maxMs: 500,
	});
	expect(() => pattern.find("abcde".repeat(40_000))).toThrow(SlowPatternError);
	expect(reads).toBeLessThan(60);
	expect(pattern.find("only letters ab7 ü🔑 z9")).toEqual([
		[13, 16],
		[21, 23],
	]);
});

test("pattern: the longest match of groups, alternatives, classes and quantifiers is known", () => {
	const lengths = {
		"[ab]c?": 2,
		"a|bc": 2,
		"^x$": 1,
		"(?:ab){2}": 4,
		"a*": Number.POSITIVE_INFINITY,
		"(a|bcd)e": 4,
		"\\d\\d": 2,
		"\\u0041": 1,
		"a{1,}": Number.POSITIVE_INFINITY,
	};
	for (const [source, length] of Object.entries(lengths))
		expect([source, longestMatch(source)]).toEqual([source, length]);
});

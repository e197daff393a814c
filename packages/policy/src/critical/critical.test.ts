import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { commandApproval } from "../verdict/command-approval.ts";
import { findCritical, unreadable } from "./critical.ts";
import { criticalLines, harmlessLines } from "./critical-lines.data.ts";
import { disguisedLines } from "./disguised-lines.data.ts";
import { everydayLines } from "./everyday-lines.data.ts";

const surroundings = { home: "/home/me", cwd: "/home/me/p" };

describe.each([...Object.entries(criticalLines), ...Object.entries(disguisedLines)])("%s", (reason, lines) => {
	test.each([...lines])("%s", (line) => {
		expect(findCritical(line, surroundings)).toBe(reason);
	});
});

describe("harmless", () => {
	test.each([...harmlessLines, ...everydayLines])("%s", (line) => {
		expect(findCritical(line, surroundings)).toBeUndefined();
	});
});

test("a value given as a variable of the call is known", () => {
	const options = { ...surroundings, env: { TARGET: "/" } };
	expect(commandApproval("rm -rf $TARGET", options)).toEqual({
		tier: "exec",
		override: true,
		reason: "Critical pattern detected",
	});
	expect(commandApproval("rm -rf $TARGET", surroundings)).toEqual({
		tier: "exec",
		reason: "Depends on a value omp can't know: $TARGET",
	});
});

const allowEverything = [{ match: "*", approval: "allow" }] as const;
const { [unreadable]: unreadableLines = [], ...disguised } = disguisedLines;

verifies("tools-exec:bash:critical-patterns", () => {
	const expected = { tier: "exec", override: true, reason: "Critical pattern detected" };
	const lines = [criticalLines, disguised].flatMap((byReason) => Object.values(byReason).flat());
	expect(lines.length).toBeGreaterThan(700);
	const options = { ...surroundings, rules: allowEverything };
	expect(lines.filter((line) => !Bun.deepEquals(commandApproval(line, options), expected))).toEqual([]);
});

describe("what cannot be read is asked about, and in every mode where something is refused", () => {
	test.each([...unreadableLines])("%s", (line) => {
		const expected = { tier: "exec", override: true, reason: "Runs code that cannot be read beforehand" } as const;
		const denyPush = { match: "git push*", approval: "deny" } as const;
		expect(commandApproval(line, { ...surroundings, rules: allowEverything })).toEqual(expected);
		expect(commandApproval(line, { ...surroundings, rules: [denyPush] })).toEqual({ ...expected, policy: "prompt" });
	});
});

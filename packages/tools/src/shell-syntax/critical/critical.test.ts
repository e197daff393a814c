import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { bashApproval } from "../../bash/approval.ts";
import { findCritical } from "./critical.ts";
import { criticalLines, harmlessLines } from "./critical-lines.data.ts";

const surroundings = { home: "/home/me", cwd: "/home/me/p" };

describe.each(Object.entries(criticalLines))("%s", (reason, lines) => {
	test.each([...lines])("%s", (line) => {
		expect(findCritical(line, surroundings)).toBe(reason);
	});
});

describe("harmless", () => {
	test.each([...harmlessLines])("%s", (line) => {
		expect(findCritical(line, surroundings)).toBeUndefined();
	});
});

test("a value given as a variable of the call is known", () => {
	const options = { ...surroundings, env: { TARGET: "/" } };
	expect(bashApproval("rm -rf $TARGET", options)).toEqual({
		tier: "exec",
		override: true,
		reason: "Critical pattern detected",
	});
	expect(bashApproval("rm -rf $TARGET", surroundings)).toBe("exec");
});

verifies("tools-exec:bash:critical-patterns", () => {
	const expected = { tier: "exec", override: true, reason: "Critical pattern detected" };
	const rules = [{ match: "*", approval: "allow" }] as const;
	const lines = Object.values(criticalLines).flat();
	expect(lines.length).toBeGreaterThan(150);
	expect(lines.filter((line) => !Bun.deepEquals(bashApproval(line, { ...surroundings, rules }), expected))).toEqual([]);
});

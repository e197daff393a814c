import { expect, test } from "bun:test";
import { hashlineProblem, replaceProblem } from "./early-problem.ts";
import { editing } from "./testing/editing.ts";

const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("");

test("an edit under way is objected to when an anchor cannot be, and never for what is only unfinished", async () => {
	await using project = await editing({ f: text });
	const header = await project.see("f");
	const input = `${header}\nPUT 3:\n+three\nPUT 18.=19:\n+x\nCUT 5\n`;
	for (let length = 0; length <= input.length; length++) {
		expect([length, await hashlineProblem(input.slice(0, length), project.ports)]).toEqual([length, undefined]);
	}
	expect(await hashlineProblem(`${header}\nPUT 3:\n+three\nPUT 99:\n+x\n+y`, project.ports)).toContain(
		"Line 99 does not exist (file has ",
	);
	expect(await hashlineProblem("[f#FFFF]\nPUT 1:\n+x\n+y", project.ports)).toContain("is not from this session");
	expect(await hashlineProblem("[gone#FFFF]\nPUT 1:\n+x\n+y", project.ports)).toContain("File not found: gone");
	expect(await project.read("f")).toBe(text);
});

test("a replacement is objected to once it is sure what is to be replaced", async () => {
	await using project = await editing({ f: text });
	const objection = (params: Record<string, unknown>) => replaceProblem(params, project.ports);
	expect(await objection({ path: "f", old_string: "nowhere at al" })).toBeUndefined();
	expect(await objection({ path: "f", old_string: "nowhere at all", new_string: "" })).toContain(
		"Could not find a close enough match in f.",
	);
	expect(await objection({ path: "f", new_string: "x", old_string: "nowhere at al" })).toBeUndefined();
	expect(await objection({ path: "f", old_string: "line", new_string: "row" })).toBeUndefined();
	expect(await objection({ path: "gone", old_string: "x", new_string: "" })).toBe("File not found: gone");
});

test("of a call that is complete, the last part counts, too", async () => {
	await using project = await editing({ f: text });
	const header = await project.see("f");
	const whole = { isComplete: true };
	expect(await hashlineProblem(`${header}\nPUT 99:\n+x`, project.ports, whole)).toContain("Line 99 does not exist");
	expect(await hashlineProblem(`${header}\nPUT 3:\n+x`, project.ports, whole)).toBeUndefined();
	const last = { path: "f", new_string: "x", old_string: "nowhere at all" };
	expect(await replaceProblem(last, project.ports, whole)).toContain("Could not find a close enough match in f.");
});

test("a patch under way is not objected to as if it had lines and tags", async () => {
	await using project = await editing({ f: text });
	for (const patch of [
		"*** Begin Patch\n*** Update File: f\n@@\n-line 3\n+x\n",
		"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-line 1\n+x\n",
		"diff --git a/f b/f\n--- a/f\n",
	]) {
		for (let end = 1; end <= patch.length; end++) {
			expect(await hashlineProblem(patch.slice(0, end), project.ports)).toBeUndefined();
		}
	}
});

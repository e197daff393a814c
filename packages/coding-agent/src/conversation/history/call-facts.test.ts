import { expect, test } from "bun:test";
import { callFacts } from "./call-facts.ts";

const call = (name: string, args: Record<string, unknown>) => ({
	type: "toolCall" as const,
	id: "c",
	name,
	arguments: args,
});

const readTarget = (made: ReturnType<typeof call>) => callFacts(made).reads;
const modifiedFiles = (made: ReturnType<typeof call>) => callFacts(made).changes ?? [];

test("a read names a file and perhaps a part of it", () => {
	expect(readTarget(call("read", { path: "src/a.ts" }))).toEqual({ path: "src/a.ts", part: "" });
	expect(readTarget(call("read", { path: "src/a.ts:10-20" }))).toEqual({ path: "src/a.ts", part: ":10-20" });
	expect(readTarget(call("read", { path: "skill://tests" }))).toBeUndefined();
	expect(readTarget(call("read", {}))).toBeUndefined();
	expect(readTarget(call("bash", { path: "a" }))).toBeUndefined();
});

test("an edit names its files in whichever way it is written", () => {
	expect(modifiedFiles(call("write", { path: "a.ts", content: "" }))).toEqual(["a.ts"]);
	expect(modifiedFiles(call("edit", { path: "a.ts", old_string: "x", new_string: "y" }))).toEqual(["a.ts"]);
	const hashline = "[src/a.ts#25F3]\nPUT 1:\n+[not/this.ts]\n[src/b c.ts #00ff]\nREM\n[src/a.ts#25F3]\n";
	expect(modifiedFiles(call("edit", { input: hashline }))).toEqual(["src/a.ts", "src/b c.ts"]);
	const patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch\n";
	expect(modifiedFiles(call("edit", { input: patch }))).toEqual(["a.ts", "b.ts"]);
	expect(modifiedFiles(call("write", { path: "local://PLAN.md" }))).toEqual([]);
	expect(modifiedFiles(call("bash", { path: "a" }))).toEqual([]);
});

test("a tool that is offered says what its calls are about, and what fails says nothing", () => {
	const fetchPage = { name: "fetch_page", facts: () => ({ isGuidance: true }) };
	const broken = {
		name: "broken",
		facts: () => {
			throw new Error("no");
		},
	};
	expect(callFacts(call("fetch_page", {}), [fetchPage])).toEqual({ isGuidance: true });
	expect(callFacts(call("broken", {}), [broken])).toEqual({});
	expect(callFacts(call("unknown", {}))).toEqual({});
	expect(callFacts(call("bash", { command: "make" }))).toEqual({ command: "make" });
});

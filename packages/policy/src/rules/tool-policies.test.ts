import { expect, test } from "bun:test";
import { allowedIn, policiesIn } from "./tool-policies.ts";

test("a tool that is allowed in one project keeps its policy elsewhere", () => {
	const list = allowedIn("prompt", "/home/me/shop");
	const policies = { bash: "deny", mcp__files_list: list };
	expect(policiesIn(policies, "/home/me/shop/src")).toEqual({ bash: "deny", mcp__files_list: "allow" });
	expect(policiesIn(policies, "/home/me/shopping")).toEqual({ bash: "deny", mcp__files_list: "prompt" });
	const both = { mcp__files_list: allowedIn(allowedIn(undefined, "/a"), "/b") };
	expect(["/a", "/b", "/c"].map((cwd) => policiesIn(both, cwd).mcp__files_list)).toEqual(["allow", "allow", undefined]);
	expect(policiesIn({ x: [1, null, { path: "/a" }, { approval: "allow", path: 5 }] }, "/a")).toEqual({ x: undefined });
});

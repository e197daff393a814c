import { expect, test } from "bun:test";
import { sshHostClaim } from "../features/ssh/host-claim.ts";
import { changes, describeClaim } from "./describe.ts";
import { mcpServerClaim } from "./server-claims.ts";

test("a change is shown line by line", () => {
	expect(changes("a\nb\nc", "a\nB\nc\nd")).toEqual(["  - b", "  + B", "  + d"]);
});

test("lines that were there before are shown where they are now", () => {
	expect(changes("rm -rf build\ncd /tmp\n", "cd /tmp\nrm -rf build\n")).toEqual([
		"  - rm -rf build",
		"  + rm -rf build",
	]);
	expect(changes("sh a\nx", "sh a\nx\nsh a")).toEqual(["  + sh a"]);
});

test("a change beyond what is kept is said", () => {
	expect(changes("same", "same")).toEqual(["  (the change is further down: look at the file)"]);
});

test("texts without a common line are not compared for long", () => {
	const many = (word: string) => Array.from({ length: 16_000 }, (_, index) => `${word}${index}`).join("\n");
	expect(changes(many("a"), many("b"))).toHaveLength(32_000);
});

test("another key of an SSH host is a change that is seen", () => {
	const [one, other] = ["~/.ssh/work", "~/.ssh/private"].map((keyPath) =>
		sshHostClaim("/repo/.omp/ssh.json", "box", { host: "b", keyPath, password: "hunter2" }),
	);
	expect(one?.effects).toEqual(["SSH host box is b, with the key ~/.ssh/work"]);
	expect(changes(one?.shown ?? "", other?.shown ?? "")).toEqual([
		'  -   "keyPath": "~/.ssh/work",',
		'  +   "keyPath": "~/.ssh/private",',
	]);
	expect(other?.shown).not.toContain("hunter2");
});

test("line breaks and control characters in an argument stay on their line, and a long one is whole", () => {
	const project = { root: "/repo", key: "/repo" };
	const long = "x".repeat(5000);
	const claim = mcpServerClaim(
		"/repo/.mcp.json",
		"a",
		{ command: "sh", args: ["-c", "a\n\n\n\tb\r\x1b[2J", long] },
		project,
	);
	const lines = describeClaim({
		...claim,
		id: "mcp-server:.mcp.json#a",
		hash: "",
		before: undefined,
		isDeclined: false,
	});
	expect(lines).toEqual(["MCP servers: .mcp.json", `  MCP server a runs: sh -c a\\n\\n\\n\\tb\\r␛[2J ${long}`]);
});

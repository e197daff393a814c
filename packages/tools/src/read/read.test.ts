import { describe, expect, test } from "bun:test";
import { truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "@oh-my-pi/pi-testkit/run-tool";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { readTool } from "./read.ts";

const readIn = (cwd: string, overrides: { defaultLimit?: number; now?: () => number } = {}) =>
	readTool({ cwd: () => cwd, home: cwd, now: () => 0, defaultLimit: 300, ...overrides });

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

async function contentOf(cwd: string, path: string, overrides = {}) {
	return (await runTool(readIn(cwd, overrides), { path })).content;
}

describe("read", () => {
	test("shows a small file with line numbers", async () => {
		await using project = await workspace({ "a.txt": "one\ntwo\n" });
		expect(await runTool(readIn(project.path), { path: "a.txt" })).toEqual({
			content: "1|one\n2|two",
			details: { resolvedPath: join(project.path, "a.txt") },
		});
	});

	test("shows the first part of a long file and how to go on", async () => {
		await using project = await workspace({ "long.txt": numbered(10) });
		expect(await contentOf(project.path, "long.txt", { defaultLimit: 2 })).toBe(
			"1|line 1\n2|line 2\n\n[Showing lines 1-2 of 10. Use :3 to continue]",
		);
	});

	test.each([
		["a.txt:5-5", "4|line 4\n5|line 5\n6|line 6\n7|line 7\n8|line 8"],
		["a.txt:9-", "9|line 9\n10|line 10"],
		["a.txt:raw:2+2", "line 2\nline 3"],
		["a.txt:2..3:raw", "line 2\nline 3"],
		["~/a.txt:10", "10|line 10"],
		[
			"a.txt:99",
			"Line 99 is beyond end of file (10 lines total). Use :1 to read from the start, or :10 to read the last line.",
		],
	])("the selector of %s is understood", async (path, expected) => {
		await using project = await workspace({ "a.txt": numbered(10) });
		expect(await contentOf(project.path, path)).toBe(expected);
	});

	test("a file whose name looks like a selector is itself", async () => {
		await using project = await workspace({ "odd:2": "odd", odd: "one\ntwo" });
		expect(await contentOf(project.path, "odd:2")).toBe("1|odd");
	});

	test.each([
		["missing.txt", "Path 'missing.txt' not found"],
		["a.txt:0", "Line selector 0 is invalid; lines are 1-indexed. Use :1."],
		["a.txt:9-3", "Invalid range 9-3: end must be >= start."],
	])("%s is refused with a reason", async (path, message) => {
		await using project = await workspace({ "a.txt": "x" });
		await expect(runTool(readIn(project.path), { path })).rejects.toThrow(message);
	});

	test("a binary file is named, not printed", async () => {
		await using project = await workspace();
		await Bun.write(join(project.path, "bin.dat"), new Uint8Array(1024));
		expect(await contentOf(project.path, "bin.dat")).toBe(
			"[Cannot read binary file 'bin.dat' (1.0KB); not valid UTF-8 text. Use ':raw' to read bytes verbatim.]",
		);
	});

	test("windows line ends, wide lines and a missing last newline are shown plainly", async () => {
		await using project = await workspace({ "w.txt": `one\r\n${"x".repeat(800)}\r\nend` });
		expect(await contentOf(project.path, "w.txt")).toBe(
			`1|one\n2|${"x".repeat(768)}…\n3|end\n\n[Some lines truncated to 768 chars]`,
		);
	});

	test("a folder is a tree of two levels, newest first", async () => {
		await using project = await workspace({ "old.txt": "12345", "src/a.ts": "a", "src/deep/hidden.ts": "x" });
		await utimes(join(project.path, "old.txt"), 1, 1);
		await utimes(join(project.path, "src/a.ts"), 3000, 3000);
		await utimes(join(project.path, "src/deep"), 2000, 2000);
		await utimes(join(project.path, "src"), 3500, 3500);
		expect(await contentOf(project.path, ".", { now: () => 3_600_000 })).toBe(
			[".", "- src/ 1m ago", "  - a.ts 1B 10m ago", "  - deep/ 26m ago", "- old.txt 5B 59m ago"].join("\n"),
		);
	});

	test("the beginning of a huge sparse file is read without reading the rest", async () => {
		await using project = await workspace({ "huge.txt": numbered(400) });
		await truncate(join(project.path, "huge.txt"), 4 * 1024 ** 3);
		const content = await contentOf(project.path, "huge.txt", { defaultLimit: 2 });
		expect(content).toBe(
			"[Cannot read binary file 'huge.txt' (4.0GB); not valid UTF-8 text. Use ':raw' to read bytes verbatim.]",
		);
	});

	test("a device or pipe is refused instead of read for ever", async () => {
		await using project = await workspace();
		await expect(runTool(readIn(project.path), { path: "/dev/zero" })).rejects.toThrow("not a regular file");
	});
});

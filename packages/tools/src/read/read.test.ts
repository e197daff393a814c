import { describe, expect, test } from "bun:test";
import { mkdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { snapshotTag } from "../files/snapshots/snapshot-tag.ts";
import { defaultSummaryOptions } from "./summary/summarize.ts";
import { anchored, contentOf, plain, readIn } from "./testing/read-in.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("read", () => {
	test("shows a small file with line numbers", async () => {
		await using project = await workspace({ "a.txt": "one\ntwo\n" });
		expect(await runTool(readIn(project.path), { path: "a.txt" })).toEqual({
			content: "1|one\n2|two",
			details: {
				resolvedPath: join(project.path, "a.txt"),
				fileSize: 8,
				totalLines: 2,
				displayContent: { text: "one\ntwo", startLine: 1, lineNumbers: [1, 2] },
			},
		});
	});

	verifies("tools-files:tag:display-modes", async () => {
		await using project = await workspace({ "src/a.txt": "one\r\ntwo\r\nthree" });
		const snapshots = new SnapshotStore();
		const tag = snapshotTag("one\ntwo\nthree");
		expect(await contentOf(project.path, "src/a.txt", { display: anchored, snapshots })).toBe(
			`[src/a.txt#${tag}]\n1:one\n2:two\n3:three`,
		);
		expect(snapshots.find(project.file("src/a.txt"), tag)).toEqual({
			tag,
			text: "one\ntwo\nthree",
			seen: [{ start: 1, end: 3 }],
		});
		expect(await contentOf(project.path, "src/a.txt")).toBe("1|one\n2|two\n3|three");
		expect(await contentOf(project.path, "src/a.txt", { display: plain })).toBe("one\ntwo\nthree");
		expect(await contentOf(project.path, "src/a.txt:raw", { display: anchored })).toBe("one\ntwo\nthree");
	});

	verifies("tools-files:read:default-limit", async () => {
		await using project = await workspace({ "long.txt": lines(1000) });
		const { content, details } = await runTool(readIn(project.path), { path: "long.txt" });
		expect(content).toEndWith("300|line 300\n\n[Showing lines 1-300 of 1000. Use :301 to continue]");
		expect(details?.truncation).toEqual({
			direction: "head",
			truncatedBy: "lines",
			totalLines: 1000,
			outputLines: 300,
			outputBytes: 2592,
			shownRange: { start: 1, end: 300 },
			nextOffset: 301,
		});
		expect(await contentOf(project.path, "long.txt:999", { defaultLimit: 2 })).toBe("999|line 999\n1000|line 1000");
		expect(await contentOf(project.path, "long.txt:5", { defaultLimit: 1 })).toBe(
			"5|line 5\n\n[Showing lines 5-5 of 1000. Use :6 to continue]",
		);
	});

	verifies("tools-files:read:selectors", async () => {
		await using project = await workspace({ "a.txt": lines(10) });
		const shown = {
			"a.txt:9": "9|line 9\n10|line 10",
			"a.txt:9-": "9|line 9\n10|line 10",
			"a.txt:L9..": "9|line 9\n10|line 10",
			"a.txt:2-3,8+1": "2|line 2\n3|line 3\n…\n8|line 8",
			"a.txt:8-9,1,2-3": `${Array.from({ length: 10 }, (_, index) => `${index + 1}|line ${index + 1}`).join("\n")}`,
			"a.txt:raw:2+2": "line 2\nline 3",
			"a.txt:2..3:raw": "line 2\nline 3",
			"~/a.txt:10": "10|line 10",
			"a.txt:raw:1,3-3": lines(10),
		};
		for (const [path, expected] of Object.entries(shown))
			expect([path, await contentOf(project.path, path)]).toEqual([path, expected]);
	});

	verifies("tools-files:read:context-lines", async () => {
		await using project = await workspace({ "a.txt": lines(20) });
		const numbersOf = async (path: string) =>
			String(await contentOf(project.path, path))
				.split("\n")
				.map((line) => line.split("|")[0]);
		expect(await numbersOf("a.txt:5-6")).toEqual(["4", "5", "6", "7", "8", "9", "[Lines 4-9 of 20]"]);
		expect(await numbersOf("a.txt:1-1")).toEqual(["1", "2", "3", "4", "[Lines 1-4 of 20]"]);
		expect(await numbersOf("a.txt:19-20")).toEqual(["18", "19", "20"]);
		expect(await numbersOf("a.txt:5-6,9-9")).toEqual(["5", "6", "…", "9"]);
		expect(await contentOf(project.path, "a.txt:5-6:raw")).toBe("line 5\nline 6");
	});

	verifies("tools-files:read:past-end", async () => {
		await using project = await workspace({ "a.txt": lines(1000), "empty.txt": "" });
		expect(await contentOf(project.path, "a.txt:5000")).toBe(
			"Line 5000 is beyond end of file (1000 lines total). Use :1 to read from the start, or :1000 to read the last line.",
		);
		for (const range of ["5000-6000", "5000-6000,7000", "5000+2:raw"]) {
			expect(await contentOf(project.path, `a.txt:${range}`)).toStartWith(
				"Line 5000 is beyond end of file (1000 lines",
			);
		}
		expect(await contentOf(project.path, "a.txt:1001-1002")).toStartWith("Line 1001 is beyond end of file (1000 lines");
		expect(await contentOf(project.path, "empty.txt:3")).toBe("Line 3 is beyond end of file (0 lines total).");
		expect(await contentOf(project.path, "empty.txt")).toBe("(empty file)");
		expect(await contentOf(project.path, "a.txt:999-2000")).toBe("998|line 998\n999|line 999\n1000|line 1000");
	});

	verifies("tools-files:read:selector-errors", async () => {
		await using project = await workspace({ "a.txt": "x" });
		for (const [path, message] of [
			["a.txt:0", "Line selector 0 is invalid; lines are 1-indexed. Use :1."],
			["a.txt:9-3", "Invalid range 9-3: end must be >= start."],
			["a.txt:9+0", "Invalid range 9+0: count must be >= 1."],
		] as const) {
			await expect(contentOf(project.path, path)).rejects.toThrow(message);
		}
	});

	verifies("tools-files:read:binary", async () => {
		await using project = await workspace({
			"bin.dat": new Uint8Array(1024),
			"latin.txt": new Uint8Array([0x63, 0xe9, 0x0a, 0x78]),
		});
		expect(await contentOf(project.path, "bin.dat")).toBe(
			"[Cannot read binary file 'bin.dat' (1.0KB); not valid UTF-8 text. Use ':raw' to read bytes verbatim.]",
		);
		expect(await contentOf(project.path, "latin.txt")).toStartWith("[Cannot read binary file 'latin.txt' (4B)");
		expect(await contentOf(project.path, "latin.txt:raw")).toBe("c\ufffd\nx");
	});

	verifies("tools-files:read:long-lines", async () => {
		await using project = await workspace({
			"w.txt": `one\r\n${"x".repeat(8800)}\r\n${"é".repeat(500)}\nend`,
			"short.txt": `one\n${"x".repeat(8000)}\n`,
		});
		expect(await contentOf(project.path, "short.txt")).toBe(`1|one\n2|${"x".repeat(8000)}`);
		expect(await contentOf(project.path, "w.txt")).toBe(
			`1|one\n2|${"x".repeat(768)}…\n3|${"é".repeat(384)}…\n4|end\n\n[Some lines truncated to 768 chars; whole lines: w.txt:raw]`,
		);
		expect(await contentOf(project.path, "w.txt", { maxColumns: 0 })).toContain("x".repeat(800));
		expect(await contentOf(project.path, "w.txt:raw")).toContain("x".repeat(800));
		const snapshots = new SnapshotStore();
		await contentOf(project.path, "w.txt", { display: anchored, snapshots });
		expect(snapshots.versions(project.file("w.txt"))[0]?.seen).toEqual([
			{ start: 1, end: 1 },
			{ start: 4, end: 4 },
		]);
	});

	test("an answer has a budget of bytes, and says where to go on", async () => {
		await using project = await workspace({ "w.txt": `${"x".repeat(700)}\n`.repeat(1000) });
		const content = String(await contentOf(project.path, "w.txt:1-1000"));
		expect(content.slice(-60)).toEndWith("[Showing lines 1-733 of 1000. Use :734 to continue]");
		expect(Buffer.byteLength(content)).toBeLessThan(1003 * 512 + 6000);
	});

	verifies("tools-files:read:summary", async () => {
		const body = "\twork();\n".repeat(60);
		await using project = await workspace({
			"a.ts": `export function f(): void {\n${body}}\n\nexport function g(): void {\n${body}}\n`,
		});
		const summarize = { ...defaultSummaryOptions, unfoldUntil: 0 };
		const snapshots = new SnapshotStore();
		const { content, details } = await runTool(readIn(project.path, { summarize, display: anchored, snapshots }), {
			path: "a.ts",
		});
		const tag = snapshotTag(await project.read("a.ts"));
		expect(content).toBe(
			[
				`[a.ts#${tag}]`,
				"1-62:export function f(): void { .. }",
				"63:",
				"64-125:export function g(): void { .. }",
				"[120 lines elided; re-read needed ranges, e.g. a.ts:1-62,64-125]",
			].join("\n"),
		);
		expect(details?.summary).toEqual({ lines: 3, elidedSpans: 2, elidedLines: 120 });
		expect(snapshots.find(project.file("a.ts"), tag)?.seen).toEqual([{ start: 63, end: 63 }]);
		expect(await contentOf(project.path, "a.ts", { summarize, display: plain })).toStartWith(
			"export function f(): void { .. }\n\n",
		);
		expect(await contentOf(project.path, "a.ts:1-2", { summarize })).toStartWith(
			"1|export function f(): void {\n2|\twork();",
		);
	});

	verifies("tools-files:read:directory", async () => {
		await using project = await workspace({ "old.txt": "12345", "src/a.ts": "a", "src/deep/hidden.ts": "x" });
		await mkdir(project.file("none"));
		for (const [path, seconds] of [
			["old.txt", 1],
			["src/a.ts", 3000],
			["src/deep", 2000],
			["src", 3500],
			["none", 500],
		] as const) {
			await utimes(project.file(path), seconds, seconds);
		}
		const { content, details } = await runTool(readIn(project.path, { now: () => 3_600_000 }), { path: "." });
		expect(content).toBe(
			[
				".",
				"- src/ 1m ago",
				"  - a.ts 1B 10m ago",
				"  - deep/ 26m ago",
				"- none/ 51m ago",
				"- old.txt 5B 59m ago",
			].join("\n"),
		);
		expect(details).toEqual({ isDirectory: true, resolvedPath: project.path });
		expect(await contentOf(project.path, "none")).toBe("(empty directory)");
	});

	verifies("tools-files:read:directory-rows", async () => {
		const files = Object.fromEntries(
			Array.from({ length: 20 }, (_, n) => [`sub/f${String(n).padStart(2, "0")}.txt`, ""]),
		);
		await using project = await workspace(files);
		for (const [index, path] of Object.keys(files).entries())
			await utimes(project.file(path), 1000 - index, 1000 - index);
		const { content, details } = await runTool(readIn(project.path, { now: () => 1_000_000 }), { path: "." });
		const rows = String(content).split("\n");
		expect(rows.slice(2, 4)).toEqual(["  - f00.txt 0B", "  - f01.txt 0B"]);
		expect(rows.slice(12, 15)).toEqual(["  - f10.txt 0B", "  - … 8 more", "  - f19.txt 0B"]);
		expect(details?.meta?.limits).toEqual({ resultLimit: { reached: 12 } });
		expect(
			String(await contentOf(project.path, ".:2-3"))
				.split("\n")
				.slice(0, 2)
				.map((row) => row.split(" ")[1]),
		).toEqual(["sub/", ""]);
		await expect(contentOf(project.path, ".:1-2,5-6")).rejects.toThrow(
			"Multi-range line selectors are not supported for directory listings.",
		);
	});
});

test("folders that a search would pass over are not opened", async () => {
	await using project = await workspace(
		{ ".gitignore": "out/\n", "out/a": "", "node_modules/m/i.js": "", "src/a.ts": "", "src/gen/.gitignore": "*" },
		{ git: true },
	);
	const rows = String(await contentOf(project.path, ".")).split("\n");
	const names = rows.map((row) => row.replace(/^(\s*- \S+).*/, "$1"));
	expect(names.filter((name) => name.startsWith("  ")).sort()).toEqual(["  - a.ts", "  - gen/"]);
	expect(names).toContain("- node_modules/");
	expect(names).not.toContain("- .git/");
	expect(names).toContain("- out/");
});

test.each([
	["a.txt#L5-L6", "[Read 'a.txt#L5-L6' as 'a.txt:5-6'; lines are named with ':']\n4|line 4"],
	["a.txt#L5", "[Read 'a.txt#L5' as 'a.txt:5-5'; lines are named with ':']\n4|line 4"],
	["a.txt (lines 5-6)", "[Read 'a.txt (lines 5-6)' as 'a.txt:5-6'; lines are named with ':']"],
	["a.txt lines 5 to 6", "as 'a.txt:5-6'"],
])("%s is read as lines, which is said", async (path, start) => {
	await using project = await workspace({ "a.txt": lines(20) });
	expect(String(await contentOf(project.path, path))).toContain(start);
});

test("a file that a merge left open says so", async () => {
	const text = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n";
	await using project = await workspace({ "a.txt": text, "b.txt": "<<<<<<< only this\n" });
	expect(await contentOf(project.path, "a.txt")).toEndWith(
		"\n[⚠ 1 unresolved merge conflict(s); read a.txt:conflicts for them]",
	);
	expect(await contentOf(project.path, "b.txt")).not.toContain("unresolved");
});

test("what the model is told about read fits into few words", () => {
	const { name, prompt, parameters } = readIn("/w");
	expect({ name, prompt, parameters }).toMatchSnapshot();
	expect(Buffer.byteLength(prompt + JSON.stringify(parameters))).toBeLessThan(900);
});

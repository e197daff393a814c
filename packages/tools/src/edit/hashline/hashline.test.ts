import { describe, expect, test } from "bun:test";
import { readdir, stat, symlink, truncate } from "node:fs/promises";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { editing } from "../testing/editing.ts";

const example = "one\ntwo\nthree\n";
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

verifies("tools-files:hashline:worked-example", async () => {
	await using project = await editing({ "t.txt": example });
	const header = await project.see("t.txt");
	expect(header).toBe("[t.txt#2543]");
	const output = await project.hashline(`${header}\nPUT 2.=2:\n+TWO\n+2.5\nCUT 1.=1 @h\nPUT >$ @h\n`);
	expect(await project.read("t.txt")).toBe("TWO\n2.5\nthree\none\n");
	expect(output.content).toBe("[t.txt#5F0E]\n1:TWO\n2:2.5\n3:three\n4:one");
});

verifies("tools-files:hashline:put-cut", async () => {
	await using project = await editing({ a: numbered(8) });
	await project.hashline(`${await project.see("a")}\nPUT 2:\n+two\nCUT 4.=5\nPUT 7.=8:\n+\n+\tseven\n+eight\n+nine`);
	expect(await project.read("a")).toBe("line 1\ntwo\nline 3\nline 6\n\n\tseven\neight\nnine\n");
});

verifies("tools-files:hashline:insert-gaps", async () => {
	await using project = await editing({ a: numbered(5) });
	const input = [
		await project.see("a"),
		"PUT <1:",
		"+start",
		"PUT >$:",
		"+end 1",
		"PUT >$:",
		"+end 2",
		"PUT >1:",
		"+after 1",
		"PUT <2:",
		"+before 2",
		"PUT >3:",
		"+inside, first",
		"PUT <4:",
		"+inside, second",
		"PUT 3.=4:",
		"+three and four",
	];
	await project.hashline(input.join("\n"));
	expect((await project.read("a")).split("\n")).toEqual([
		"start",
		"line 1",
		"after 1",
		"before 2",
		"line 2",
		"three and four",
		"inside, first",
		"inside, second",
		"line 5",
		"end 1",
		"end 2",
		"",
	]);
});

verifies("tools-files:hashline:overlap-refused", async () => {
	await using project = await editing({ a: numbered(8) });
	const header = await project.see("a");
	await expect(project.hashline(`${header}\nPUT 3.=5:\n+x\nCUT 5.=6`)).rejects.toThrow(
		"line 3: anchor line 5 is already targeted by another hunk on line 1.",
	);
	expect(await project.read("a")).toBe(numbered(8));
});

verifies("tools-files:hashline:registers", async () => {
	await using project = await editing({ a: "1\n2\n3\n", b: "x\ny\n" });
	await project.hashline(
		`${await project.see("a")}\nCUT 1.=2 @kept\n${await project.see("b")}\nPUT >1 @kept\nPUT 2 @kept`,
	);
	expect([await project.read("a"), await project.read("b")]).toEqual(["3\n", "x\n1\n2\n1\n2\n"]);

	// Named ones outlive the call and are not used up; unnamed ones do not.
	await project.hashline(`${await project.see("b")}\nPUT <1 @kept`);
	expect(await project.read("b")).toBe("1\n2\nx\n1\n2\n1\n2\n");
	await project.hashline(`${await project.see("a")}\nCUT 1\nPUT >$\nPUT >$`);
	expect(await project.read("a")).toBe("3\n3\n");
	await expect(project.hashline(`${await project.see("a")}\nPUT >$`)).rejects.toThrow("Nothing to paste");

	// What a failed call cut is not kept.
	await expect(project.hashline(`${await project.see("a")}\nCUT 1 @lost\nPUT 99:\n+x`)).rejects.toThrow(
		"does not exist",
	);
	await expect(project.hashline(`${await project.see("a")}\nPUT >$ @lost`)).rejects.toThrow(
		"line 1: `@lost` is empty. Fill it with `CUT N.=M @lost` first. Filled registers: `@kept`.",
	);
});

test("sections of one file are one; clipboard ops in interleaved ones are refused", async () => {
	await using project = await editing({ a: numbered(4), b: numbered(4) });
	const [a, b] = [await project.see("a"), await project.see("b")];
	await project.hashline(`${a}\nPUT 1:\n+A\n${b}\nPUT 1:\n+B\n${a}\nCUT 3`);
	expect([await project.read("a"), await project.read("b")]).toEqual([
		"A\nline 2\nline 4\n",
		"B\nline 2\nline 3\nline 4\n",
	]);
	const [a2, b2] = [await project.see("a"), await project.see("b")];
	await expect(project.hashline(`${a2}\nCUT 1 @x\n${b2}\nPUT >1 @x\n${a2}\nPUT >$ @x`)).rejects.toThrow(
		"Which runs first would be ambiguous",
	);
	await expect(project.hashline(`${a2}\nCUT 1\n[a#0000]\nCUT 2`)).rejects.toThrow("All ops of a call mean one version");
});

verifies("tools-files:hashline:move-and-remove", async () => {
	await using project = await editing({ a: "1\n2\n", gone: "x\n", taken: "y\n" });
	const moved = await project.hashline(`${await project.see("a")}\nPUT 1:\n+one\nMV "new/b c"`);
	expect(moved.content).toBe("[new/b c#8B8A]\nMoved to new/b c\n1:one\n2:2");
	expect(moved.details).toMatchObject({
		op: "update",
		path: project.file("new/b c"),
		sourcePath: project.file("a"),
		move: project.file("new/b c"),
	});
	const removed = await project.hashline(`${await project.see("gone")}\nREM`);
	expect(removed.content).toBe("Deleted gone");
	expect(removed.details).toMatchObject({ op: "delete", oldText: "x\n", newText: "", diff: "-1|x" });
	expect((await readdir(project.path, { recursive: true })).sort()).toEqual(["new", "new/b c", "taken"]);

	const header = await project.see("new/b c");
	await expect(project.hashline(`${header}\nMV taken`)).rejects.toThrow("taken already exists; nothing was written.");
	await expect(project.hashline(`${header}\nREM\nCUT 1`)).rejects.toThrow(
		"line 1: `REM` deletes the whole file and cannot be combined with line ops.",
	);
	expect([await project.read("new/b c"), await project.read("taken")]).toEqual(["one\n2\n", "y\n"]);
});

verifies("tools-files:hashline:blocks", async () => {
	const source = "const a = 1;\n\nfunction f() {\n\tif (a) {\n\t\tg();\n\t}\n}\n\nf();\n";
	await using project = await editing({ "a.ts": source });
	const output = await project.hashline(`${await project.see("a.ts")}\nPUT 4*:\n+\treturn;\nPUT >3*:\n+// behind f`);
	expect(await project.read("a.ts")).toBe("const a = 1;\n\nfunction f() {\n\treturn;\n}\n// behind f\n\nf();\n");
	expect(String(output.content).split("\n").slice(1, 3)).toEqual([
		"PUT 4*: → resolved lines 4-6 (3 lines)",
		"PUT >3*: → resolved lines 3-7 (5 lines)",
	]);
	await expect(project.hashline(`${await project.see("a.ts")}\nCUT 4*`)).rejects.toThrow(
		"line 1: What begins on line 4 ends there, too. Name the lines instead: `CUT 4.=M`. The nearest enclosing block is 3.=5.",
	);
});

describe("repairs", () => {
	const repaired = async (ops: string, text = numbered(4)) => {
		await using project = await editing({ a: text });
		const output = await project.hashline(`${await project.see("a")}\n${ops}`);
		const [, warnings = ""] = String(output.content).split("\n\nWarnings:\n");
		return { text: await project.read("a"), warnings };
	};
	const bare = "Auto-prefixed bare body row(s) with `+`. Body rows must be `+TEXT` literal lines.";

	verifies("tools-files:hashline:repairs", async () => {
		expect(await repaired("CUT 1-2")).toEqual({ text: "line 3\nline 4\n", warnings: "" });
		expect(await repaired("CUT 1..2")).toEqual({ text: "line 3\nline 4\n", warnings: "" });
		expect(await repaired("PUT 2:\ntwo\n\n  and more")).toEqual({
			text: "line 1\ntwo\n\n  and more\nline 3\nline 4\n",
			warnings: bare,
		});
		expect(await repaired("PUT 2.=3:\n2:two\n3:three")).toEqual({
			text: "line 1\ntwo\nthree\nline 4\n",
			warnings: bare,
		});
		expect(await repaired("PUT 2:\n-line 2\n+two")).toEqual({
			text: "line 1\ntwo\nline 3\nline 4\n",
			warnings:
				"Dropped `-` row(s): the named range already removes the old content, and rows hold only what shall be there.",
		});
		expect(await repaired("PUT 2:")).toEqual({
			text: "line 1\nline 3\nline 4\n",
			warnings: "`PUT 2:` has no body rows and was taken as a deletion; use `CUT` for that.",
		});
		expect(await repaired("CUT 2:")).toEqual({
			text: "line 1\nline 3\nline 4\n",
			warnings: "`CUT 2:`: the `:` was ignored, as `CUT` takes no body.",
		});
		expect(await repaired("PUT >2*:\n+x")).toEqual({
			text: "line 1\nline 2\nx\nline 3\nline 4\n",
			warnings:
				"`PUT >2*:`: No block can be found on line 2: the language of a is unknown. Inserted after line 2 itself, as `PUT >2` does.",
		});
	});

	test("a list item that is content is not taken for a removed line", async () => {
		expect((await repaired("PUT 2:\n- a\n- b")).text).toBe("line 1\n- a\n- b\nline 3\nline 4\n");
	});

	test("content that begins with a number is not taken for a pasted line", async () => {
		expect((await repaired("PUT 2:\n8080:80")).text).toBe("line 1\n8080:80\nline 3\nline 4\n");
	});

	test("headers may be written in other ways", async () => {
		await using project = await editing({ "app/[id]/a": numbered(2) });
		const tag = /#(\w+)/.exec(await project.see("app/[id]/a"))?.[1] ?? "";
		await project.hashline(
			`*** Begin Patch\n\n[./app/[id]/a #${tag.toLowerCase()}]\r\nPUT 1:\r\n+one\r\n*** End Patch\n`,
		);
		expect(await project.read("app/[id]/a")).toBe("one\nline 2\n");
		await project.hashline(
			`${(await project.see("app/[id]/a")).replace("[app", `[${project.path}/app`)}\nPUT 2:\n+two`,
		);
		expect(await project.read("app/[id]/a")).toBe("one\ntwo\n");
	});
});

describe("a stale tag", () => {
	verifies("tools-files:hashline:stale-recovered", async () => {
		await using project = await editing({ a: numbered(10) });
		const header = await project.see("a");
		await project.hashline(`${header}\nPUT 1:\n+one\n+one and a half`);
		const own = await project.hashline(`${header}\nPUT 8:\n+eight`);
		expect(own.content).toContain(
			"Warnings:\nRecovered from a stale file hash using an earlier in-session snapshot (a prior edit in this session advanced the hash).",
		);
		await project.write("a", `someone's\n${await project.read("a")}`);
		const external = await project.hashline(`${header}\nCUT 5 @five\nPUT >$ @five`);
		expect(external.content).toContain(
			"Recovered from a stale file hash using a previous read snapshot (file changed externally between read and edit).",
		);
		await project.write("a", (await project.read("a")).replace("line 4\n", "LINE 4\n"));
		const beside = await project.hashline(`${header}\nPUT 3:\n+three`);
		expect(beside.content).toContain("Recovered by remapping stale line anchors to unchanged current lines");
		expect(await project.read("a")).toBe(
			"someone's\none\none and a half\nline 2\nthree\nLINE 4\nline 6\nline 7\neight\nline 9\nline 10\nline 5\n",
		);
	});

	verifies("tools-files:hashline:stale-rejected", async () => {
		await using project = await editing({ a: numbered(9) });
		const header = await project.see("a");
		const changed = numbered(9).replace("line 5\n", "other 5\n");
		await project.write("a", changed);
		await expect(project.hashline(`${header}\nPUT 5:\n+five\nPUT <1:\n+x`)).rejects.toThrow(
			[
				"Edit rejected for a: file changed between read and edit.",
				"Section is bound to #97CD, but the current file hashes to #D260. The lines it names are no longer certain; look at them below, or read the file again, and use #D260.",
				"*1:line 1",
				" 2:line 2",
				" 3:line 3",
				" 4:line 4",
				"*5:other 5",
				" 6:line 6",
				" 7:line 7",
			].join("\n"),
		);
		await expect(project.hashline("[a#FFFF]\nPUT 9:\n+x")).rejects.toThrow(
			[
				"Edit rejected for a: hash #FFFF is not from this session.",
				"The current file hashes to #D260. Copy the header from the latest read; never make up a hash.",
				" 7:line 7",
				" 8:line 8",
				"*9:line 9",
			].join("\n"),
		);
		await expect(project.hashline(`${header}\nREM`)).rejects.toThrow("Edit rejected for a");
		expect(await project.read("a")).toBe(changed);
	});

	test.each([
		["lines that are gone", numbered(9).replace("line 5\n", ""), "PUT 5:\n+x"],
		["lines that something came between", numbered(9).replace("line 5\n", "line 5\nnew\n"), "PUT 5.=6:\n+x"],
		["lines that now stand twice", `${numbered(9)}${numbered(9)}`, "PUT 5:\n+x"],
		["an insertion that was made already", numbered(9).replace("line 5\n", "line 5\nx\n"), "PUT >5:\n+x"],
	])("is refused for %s", async (_what, now, ops) => {
		await using project = await editing({ a: numbered(9) });
		const header = await project.see("a");
		await project.write("a", now);
		await expect(project.hashline(`${header}\n${ops}`)).rejects.toThrow("file changed between read and edit");
		expect(await project.read("a")).toBe(now);
	});

	test("trailing blanks and line ends do not make one", async () => {
		await using project = await editing({ a: "one  \r\ntwo\r\n" });
		const header = await project.see("a");
		await project.write("a", "one\ntwo\n");
		await project.hashline(`${header}\nPUT 2:\n+2`);
		expect(await project.read("a")).toBe("one\n2\n");
	});
});

verifies("tools-files:hashline:seen-lines", async () => {
	await using project = await editing({ a: numbered(9) }, { enforceSeenLines: () => true });
	const tag = project.ports.snapshots.record(project.file("a"), numbered(9), [{ start: 1, end: 5 }]);
	await expect(project.hashline(`[a#${tag}]\nPUT 6:\n+x`)).rejects.toThrow(
		`Edit rejected for a: line 6 was not shown in full since #${tag}. Read it first: a:6`,
	);
	const output = await project.hashline(`[a#${tag}]\nPUT 5:\n+five\n+and more`);
	const next = String(output.content).split("\n")[0];
	// Lines seen before and lines just written can be named in the new version.
	await project.hashline(`${next}\nPUT 6:\n+more\nCUT 1`);
	await expect(project.hashline(`${next}\nPUT 9:\n+x`)).rejects.toThrow("line 9 was not shown");
});

describe("errors", () => {
	verifies("tools-files:hashline:errors", async () => {
		await using project = await editing({ a: "1\n2\n3\n" });
		const header = await project.see("a");
		const cases: Record<string, string> = {
			"[a]\nPUT 1:\n+x": "Missing hashline snapshot tag for a; use `[a#tag]` ",
			"[a#12]\nPUT 1:\n+x": "Missing hashline snapshot tag for a; use `[a#tag]` ",
			[`${header}\n\nPUT 9:\n+x`]: "line 2: Line 9 does not exist (file has 4 lines)",
			[`${header}\nPUT 3.=2:\n+x`]: "line 1: Invalid absolute range: start 3, end 2. ",
			[`${header}\nPUT 0:\n+x`]: "line 1: line 0 does not exist; lines are counted from 1.",
			[`${header}\nPUT 1.=200000:\n+x`]: "line 1: replace range spans 200000 lines; the maximum is 100000. ",
			[`${header}\nFOO 2\n+x`]: "line 1: payload line has no preceding hunk header. ",
			[`${header}\nCUT 1\n+x`]: "line 2: `CUT` deletes (and captures) the named lines and takes no body rows. ",
			[`${header}\nPUT >1\n+x`]: "line 2: `PUT` without `:` is clipboard-backed and takes no body rows. ",
			[`${header}\nPUT 1\n+x`]: "line 1: `PUT` without `:` is clipboard-backed and takes no body rows. ",
			[`${header}\nPUT >1 @r:\n+x`]: "line 1: `PUT` takes either `:` with rows below or `@r`, not both. ",
			[`${header}\nPUT >1`]: "line 1: Nothing to paste: no unlabeled `CUT` precedes this `PUT` in this call",
			[`${header}\nPUT >1 @zz`]: "line 1: `@zz` is empty",
			[`${header}\nPUT 1: x`]: "Content goes on its own rows: write `PUT 1:`, then `+x` on the next line.",
			[`${header}\nPUT 1:+x`]: "Content goes on its own rows: write `PUT 1:`, then `+x` on the next line.",
			[`${header}\nPUT 1.=:\n+x`]: 'line 1: cannot read "PUT 1.=:". Write `PUT N.=M:`',
			[`${header}\nCUT >1`]: "line 1: `CUT` names lines, not a gap",
			[`${header}\n@@ -1,2 +1,2 @@\n-x\n+y`]: "line 1: this is a unified diff header. ",
			[`${header}\nPUT 1:\n@@ -1,2 +1,2 @@\n+y`]: "line 2: this is a unified diff header. ",
			[header]: "has no ops below it",
			"[missing#1234]\nPUT 1:\n+x": "File not found: missing. Use the write tool to create new files.",
			"--- a\n+++ a":
				'input must begin with "[PATH#HASH]" on the first non-blank line for anchored edits; got: "--- a".',
			"": "input must begin with",
			"[artifact://1#1234]\nREM": "Cannot change 'artifact://1': only files and local:// can be edited.",
		};
		for (const [input, message] of Object.entries(cases)) {
			await expect(project.hashline(input)).rejects.toThrow(message);
		}
		await expect(project.hashline(`${header}\nFOO 2`)).rejects.toThrow('Got "FOO 2".');
		expect(await project.read("a")).toBe("1\n2\n3\n");
	});

	test("what is no text file is refused", async () => {
		await using project = await editing({ bin: new Uint8Array([0, 1]), "dir/a": "", latin: new Uint8Array([0xe9]) });
		await expect(project.hashline("[bin#1234]\nREM")).rejects.toThrow("Cannot edit bin: it is not valid UTF-8 text.");
		await expect(project.hashline("[latin#1234]\nREM")).rejects.toThrow(
			"Cannot edit latin: it is not valid UTF-8 text.",
		);
		await expect(project.hashline("[dir#1234]\nREM")).rejects.toThrow("Cannot edit dir: it is a directory.");
		await expect(project.hashline("[/dev/null#1234]\nREM")).rejects.toThrow("it is not a regular file.");
		await runCommand(["mkfifo", "pipe"], { cwd: project.path });
		await expect(project.hashline("[pipe#1234]\nREM")).rejects.toThrow("it is not a regular file.");
		await truncate(project.file("bin"), 4 * 1024 ** 3);
		await expect(project.hashline("[bin#1234]\nREM")).rejects.toThrow(
			"Cannot edit bin: it has 4294967296 bytes, and 67108864 is the most.",
		);
	});
});

verifies("tools-files:hashline:output", async () => {
	await using project = await editing({ a: numbered(20) });
	const output = await project.hashline(
		`${await project.see("a")}\nPUT 3:\nthree\nCUT 10\nPUT 11:\n+eleven\nPUT >$:\n+end`,
	);
	expect(output.content).toBe(
		[
			await project.see("a"),
			"1:line 1",
			"2:line 2",
			"3:three",
			"4:line 4",
			"5:line 5",
			"…",
			"8:line 8",
			"9:line 9",
			"10:eleven",
			"11:line 12",
			"12:line 13",
			"…",
			"18:line 19",
			"19:line 20",
			"20:end",
			"",
			"Warnings:",
			"Auto-prefixed bare body row(s) with `+`. Body rows must be `+TEXT` literal lines.",
		].join("\n"),
	);
});

verifies("tools-files:hashline:details-diff", async () => {
	await using project = await editing({ a: numbered(12), b: "x\n" });
	const one = await project.hashline(`${await project.see("a")}\nPUT 2.=4:\n+line 2\n+three\n+line 4\nCUT 12`);
	expect(one.details).toEqual({
		diff: [
			" 1|line 1",
			" 2|line 2",
			"-3|line 3",
			"+3|three",
			" 4|line 4",
			" 5|line 5",
			" 6|line 6",
			"…",
			" 9|line 9",
			" 10|line 10",
			" 11|line 11",
			"-12|line 12",
		].join("\n"),
		firstChangedLine: 3,
		op: "update",
		path: project.file("a"),
		oldText: numbered(12),
		newText: numbered(11).replace("line 3", "three"),
	});
	const two = await project.hashline(`${await project.see("a")}\nCUT 1.=10\n${await project.see("b")}\nPUT 1:\n+y`);
	expect(two.details?.perFileResults?.map(({ path, diff }) => [path, diff.split("\n").at(-1)])).toEqual([
		[project.file("a"), " 11|line 11"],
		[project.file("b"), "+1|y"],
	]);
});

verifies("tools-files:hashline:no-change", async () => {
	await using project = await editing({ a: "1\n2\n" });
	const input = `${await project.see("a")}\nPUT 1:\n+1`;
	const before = await stat(project.file("a"));
	for (let count = 0; count < 2; count++) {
		expect((await project.hashline(input)).content).toContain("parsed and applied cleanly, but produced no change");
	}
	await expect(project.hashline(input)).rejects.toThrow(/^STOP\. This exact edit of a was sent 3 times in a row/);
	expect((await stat(project.file("a"))).mtimeMs).toBe(before.mtimeMs);
	await project.hashline(`${await project.see("a")}\nPUT 2:\n+two`);
	await expect(project.hashline(`${await project.see("a")}\nPUT 1:\n+1`)).resolves.toMatchObject({
		details: { diff: "" },
	});
});

verifies("tools-files:hashline:keeps-eol-and-bom", async () => {
	const cases: Array<[before: string, ops: string, after: string]> = [
		["\ufeffa\r\nb\r\n", "PUT 1:\n+A\n+B", "\ufeffA\r\nB\r\nb\r\n"],
		["a\nb", "PUT 2:\n+B", "a\nB"],
		["a\nb", "PUT >$:\n+c", "a\nb\nc"],
		["a\nb\n", "PUT >$:\n+c", "a\nb\nc\n"],
		["a\nb\n", "PUT 3:\n+c", "a\nb\nc\n"],
		["a\nb\n", "PUT >3:\n+c", "a\nb\nc\n"],
		["a\nb\n", "CUT 2.=3", "a\n"],
		["a\nb\n", "CUT 1.=2", ""],
		["a\rb\rc", "PUT 2:\n+x\n+y", "a\rx\ry\rc"],
		["a\r\nb\nc\r\n", "PUT 2:\n+x", "a\r\nx\r\nc\r\n"],
		["a\r\nb\nc\r\nd\n", "CUT 1", "b\nc\r\nd\n"],
		["", "PUT >$:\n+a", "a\n"],
		["", "PUT 1:\n+a", "a\n"],
		["\n\n", "PUT 2:\n+a", "\na\n"],
	];
	for (const [before, ops, after] of cases) {
		await using project = await editing({ f: before });
		await project.hashline(`${await project.see("f")}\n${ops}`);
		expect([before, ops, await project.read("f")]).toEqual([before, ops, after]);
	}
});

verifies("tools-files:hashline:multi-file-order", async () => {
	await using project = await editing({ a: "1\n", b: "2\n", c: "3\n" });
	const [a, b, c] = [await project.see("a"), await project.see("b"), await project.see("c")];
	await expect(project.hashline(`${a}\nPUT 1:\n+A\n${b}\nPUT 5:\n+B\n${c}\nREM`)).rejects.toThrow(
		`line 1: Line 5 does not exist (file has 2 lines) (in ${b}; no file was changed)`,
	);
	await expect(project.hashline(`${a}\nPUT 1:\n+A\n${b}\nMV c`)).rejects.toThrow("c already exists");
	expect([await project.read("a"), await project.read("b"), await project.read("c")]).toEqual(["1\n", "2\n", "3\n"]);
	await project.hashline(`${a}\nPUT 1:\n+A\n${b}\nPUT 1:\n+B\n${c}\nREM`);
	expect((await readdir(project.path)).sort()).toEqual(["a", "b"]);
});

verifies("tools-files:hashline:syntax-warning", async () => {
	await using project = await editing({ "a.ts": "if (a) {\n\tb();\n}\n", "bad.ts": "if (\n" });
	const output = await project.hashline(`${await project.see("a.ts")}\nCUT 3`);
	expect(output.content).toContain("Warnings:\nThis edit introduced a syntax error near line 2.");
	expect(await project.read("a.ts")).toBe("if (a) {\n\tb();\n");
	const worse = await project.hashline(`${await project.see("bad.ts")}\nPUT >$:\n+((`);
	expect(worse.content).not.toContain("Warnings");
});

test("a link is edited where it leads, and cannot be moved", async () => {
	await using project = await editing({ real: "1\n" });
	await symlink("real", project.file("link"));
	const header = await project.see("link");
	await project.hashline(`${header}\nPUT 1:\n+one`);
	expect(await project.read("real")).toBe("one\n");
	await expect(project.hashline(`${await project.see("link")}\nMV other`)).rejects.toThrow("is a symbolic link");
});

test("plan mode leaves the working tree alone", async () => {
	await using local = await editing({ "go-plan.md": "# Plan\n" });
	await using project = await editing({ a: "1\n" }, { isTreeReadOnly: () => true, localRoot: () => local.path });
	await expect(project.hashline(`${await project.see("a")}\nCUT 1`)).rejects.toThrow(
		"Plan mode: the working tree is read-only. Write your plan to a local://<slug>-plan.md file instead.",
	);
	const tag = project.ports.snapshots.record(local.file("go-plan.md"), "# Plan\n", "all");
	const output = await project.hashline(`[local://go-plan.md#${tag}]\nPUT >$:\n+Go.`);
	expect(await local.read("go-plan.md")).toBe("# Plan\nGo.\n");
	expect(output.content).toStartWith("[local://go-plan.md#");
});

import { expect, test } from "bun:test";
import { readdir, symlink } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { editing } from "../testing/editing.ts";
import { numbered } from "../testing/numbered.ts";

const example = "one\ntwo\nthree\n";

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

test("a block takes its decorators, and a comment the declaration below it; both are said", async () => {
	const python = "@a\n@b(\n    1)\ndef f():\n    return 1\n\n# why\ndef g():\n    return 2\n";
	await using project = await editing({ "a.py": python, "a.ts": "/**\n * Doc.\n */\nfunction f() {\n\tg();\n}\n" });
	const def = await project.hashline(`${await project.see("a.py")}\nPUT 4*:\n+def f():\n+    return 3`);
	expect(def.content).toContain("PUT 4*: → resolved lines 1-5 (5 lines, with the decorators from line 1)");
	const comment = await project.hashline(`${await project.see("a.py")}\nCUT 4*`);
	expect(comment.content).toContain("CUT 4* → resolved lines 4-6 (3 lines, with the declaration below the comment)");
	expect(await project.read("a.py")).toBe("def f():\n    return 3\n\n");
	const doc = await project.hashline(`${await project.see("a.ts")}\nPUT 1*:\n+let x;`);
	expect(doc.content).toContain("resolved lines 1-6 (6 lines, with the declaration below the comment)");
	expect(await project.read("a.ts")).toBe("let x;\n");
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
		`b: line 1: Line 5 does not exist (file has 1 line)\nNothing was changed, also not a, c: send all 3 again.`,
	);
	await expect(project.hashline(`${a}\nPUT 1:\n+A\n${b}\nMV c`)).rejects.toThrow("c already exists");
	expect([await project.read("a"), await project.read("b"), await project.read("c")]).toEqual(["1\n", "2\n", "3\n"]);
	await project.hashline(`${a}\nPUT 1:\n+A\n${b}\nPUT 1:\n+B\n${c}\nREM`);
	expect((await readdir(project.path)).sort()).toEqual(["a", "b"]);
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

import { describe, expect, test } from "bun:test";
import { chmod, readdir, stat } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { editing } from "../testing/editing.ts";

const python = [
	"class A:",
	"    def run(self):",
	"        return 1",
	"",
	"class B:",
	"    def run(self):",
	"        return 1",
	"",
].join("\n");

verifies("tools-files:patch:hunks", async () => {
	await using project = await editing({ "f.txt": "a\nb\nc\nd\ne\n", "old.txt": "x\n", "moved.txt": "1\n2\n" });
	const updated = await project.patch("f.txt", [{ diff: "@@\n a\n-b\n+B\n@@ d\n-e\n+E\n+F" }]);
	expect(updated.content).toBe("Updated f.txt\n1|a\n2|B\n3|c\n4|d\n5|E\n6|F");
	expect(updated.details).toMatchObject({ op: "update", firstChangedLine: 2, newText: "a\nB\nc\nd\nE\nF\n" });
	expect((await project.patch("new/g.txt", [{ op: "create", diff: "whole\ncontent\n" }])).content).toBe(
		"Created new/g.txt",
	);
	expect((await project.patch("plus.txt", [{ op: "create", diff: "+whole\n+content" }])).content).toBe(
		"Created plus.txt",
	);
	expect((await project.patch("old.txt", [{ op: "delete" }])).content).toBe("Deleted old.txt");
	await chmod(project.file("moved.txt"), 0o755);
	const moved = await project.patch("moved.txt", [{ diff: "@@\n-1\n+one", rename: "there/m.txt" }]);
	expect(moved.content).toBe("Updated and moved moved.txt to there/m.txt\n1|one\n2|2");
	expect((await stat(project.file("there/m.txt"))).mode & 0o777).toBe(0o755);
	expect((await readdir(project.path, { recursive: true })).sort()).toEqual([
		"f.txt",
		"new",
		"new/g.txt",
		"plus.txt",
		"there",
		"there/m.txt",
	]);
	expect([await project.read("new/g.txt"), await project.read("plus.txt"), await project.read("there/m.txt")]).toEqual([
		"whole\ncontent\n",
		"whole\ncontent\n",
		"one\n2\n",
	]);
});

describe("hunks", () => {
	const patched = async (text: string, diff: string) => {
		await using project = await editing({ f: text });
		await project.patch("f", [{ diff }]);
		return await project.read("f");
	};

	test.each([
		[
			"an anchor moves the start",
			python,
			"@@ class B:\n-        return 1\n+        return 2",
			`${python.slice(0, -2)}2\n`,
		],
		[
			"anchors stack, and may be repeated as a row",
			python,
			"@@ class B:\n@@ def run(self):\n     def run(self):\n-        return 1\n+        return 2",
			`${python.slice(0, -2)}2\n`,
		],
		[
			"an anchor above an earlier hunk still holds",
			"class A\n x\n y\n",
			"@@ class A\n-x\n+X\n@@ class A\n-y\n+Y",
			"class A\n X\n Y\n",
		],
		["line numbers are hints", "x\na\nx\nb\nx\n", "@@ -5,1 +5,1 @@\n-x\n+X", "x\na\nx\nb\nX\n"],
		["wrong line numbers do no harm", "a\nb\n", "@@ -70,2 +80,2 @@ function\n a\n-b\n+c", "a\nc\n"],
		[
			"file headers are passed over",
			"a\n",
			"diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n",
			"b\n",
		],
		["a removed line may look like a file header", "-- a\nb\n", "@@\n--- a\n b", "b\n"],
		["rows that stay need no blank in front", "a\nb\n", "@@\na\n-b\n+c", "a\nc\n"],
		["an empty row is an empty line that stays", "a\n\nb\n", "@@\n a\n\n-b\n+c", "a\n\nc\n"],
		["blank rows below a hunk mean nothing", "a\nb\n", "@@\n-a\n+A\n\n \n", "A\nb\n"],
		["rows to add go below the anchor", "a\nb\n", "@@ a\n+x", "a\nx\nb\n"],
		["rows to add go to the end without one", "a\nb\n", "@@\n+x", "a\nb\nx\n"],
		["rows to add go to the line that is hinted at", "a\nb\n", "@@ -1,0 +2 @@\n+x", "a\nx\nb\n"],
		["an empty file gets a first line", "", "@@ -0,0 +1 @@\n+x", "x\n"],
		["the end of the file can be asked for", "a\nb\na\n", "@@\n-a\n+A\n*** End of File", "a\nb\nA\n"],
		["the final newline can go", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file", "a\nb"],
		["the final newline can come", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b", "a\nb\n"],
		["lines that stay are the file's own", "\ta “b”  \n\tc\n", '@@\n a "b"\n-c\n+d', "\ta “b”  \n\td\n"],
	])("%s", async (_what, text, diff, expected) => {
		expect(await patched(text, diff)).toBe(expected);
	});

	test("several places for a hunk without an anchor are refused", async () => {
		await expect(patched(python, "@@\n-        return 1\n+        return 2")).rejects.toThrow(
			"Found multiple matches for hunk 1, at lines 3, 7. Add more context lines, or an anchor: `@@ <a line above it>`.",
		);
	});

	test("an inexact match is said to be one", async () => {
		await using project = await editing({ f: "\tif (a) {\n\t\treturn “b”;\n\t}\n" });
		const indented = await project.patch("f", [{ diff: "@@\n-return “b”;\n+return 1;" }]);
		expect(indented.content).toBe(
			"Updated f\n1|\tif (a) {\n2|\t\treturn 1;\n3|\t}\n\nWarnings:\nf: hunk 1 is an inexact match at line 2: the indentation differs; new lines were indented alike.",
		);
	});

	test("bad ones are refused with a reason and change nothing", async () => {
		const text = "one\n  alpha\ntwo\n\talpha\nthree\n";
		await using project = await editing({ f: text });
		const abs = project.file("f");
		const cases: Record<string, string> = {
			"@@\n one": 'Hunk 1 changes nothing: it needs at least one row that begins with "+" or "-".',
			"@@\n-one\n+1\n@@ two": "Hunk 2 is empty",
			"": "Hunk 1 is empty",
			"@@\n-alpha\n+x": "Found multiple matches for hunk 1, at lines 2, 4. Add more context lines, or an anchor",
			"@@ t\n+x": `Found multiple matches for the anchor "t" in ${abs}, at lines 3, 5. Give the whole line.`,
			"@@ thre e\n+x": `Could not find the anchor "thre e" in ${abs}. The nearest line is 5: "three".`,
			"@@\n-two\n+2\n@@\n-one\n+1":
				"Hunk 2 was not found. Its lines are at line 1, before line 4 where the search began; order hunks from top to bottom.",
			"@@\n two\n-beta\n+x": `Could not find a close enough match in ${abs}. Closest match (`,
			"@@\n-1\n-2\n-3\n-4\n-5\n-6\n+x": "The file has fewer lines than the hunk.",
		};
		for (const [diff, message] of Object.entries(cases)) {
			expect([diff, await refusal(project.patch("f", [{ diff }]))]).toEqual([diff, expect.stringContaining(message)]);
		}
		await expect(project.patch("f", [])).rejects.toThrow("`edits` is empty");
		await expect(project.patch("f", [{}])).rejects.toThrow("needs `diff` or `rename`");
		await expect(project.patch("f", [{ op: "create", diff: "x" }])).rejects.toThrow("File already exists: f.");
		await expect(project.patch("g", [{ op: "delete" }])).rejects.toThrow("File not found: g");
		await expect(project.patch("f", [{ diff: "@@\n-one\n+one" }])).rejects.toThrow("Edits to f resulted in no changes");
		await expect(project.patch("f", [{ diff: "@@\n-one\n+1" }, { diff: "@@\n-one\n+1" }])).rejects.toThrow(
			"Could not find",
		);
		expect(await project.read("f")).toBe(text);
	});
});

async function refusal(attempt: Promise<unknown>): Promise<string> {
	return attempt.then(
		() => "went through",
		(error) => String(error.message),
	);
}

verifies("tools-files:apply-patch:envelope", async () => {
	await using project = await editing({
		"a.txt": "a\nb\n",
		"gone.txt": "x\n",
		"from.txt": "1\n2\n",
		"same.txt": "s\n",
	});
	const patch = [
		"*** Begin Patch",
		"*** Update File: a.txt",
		"@@",
		"-b",
		"+B",
		"",
		"*** Add File: new/n.txt",
		"+first",
		"+",
		"+third",
		"*** Delete File: gone.txt",
		"*** Update File: from.txt",
		"*** Move to: to.txt",
		"-2",
		"+two",
		"*** Update File: same.txt",
		"*** Move to: moved.txt",
		"*** End Patch",
	].join("\n");
	const output = await project.applyPatch(`apply_patch <<'EOF'\n${patch}\nEOF\n`);
	expect(output.content).toBe(
		[
			"Updated a.txt",
			"Created new/n.txt",
			"Deleted gone.txt",
			"Updated and moved from.txt to to.txt",
			"Updated and moved same.txt to moved.txt",
			"",
			"a.txt:",
			"1|a",
			"2|B",
			"",
			"to.txt:",
			"1|1",
			"2|two",
		].join("\n"),
	);
	expect(output.details?.perFileResults?.map(({ op }) => op)).toEqual([
		"update",
		"create",
		"delete",
		"update",
		"update",
	]);
	const files = (await readdir(project.path, { recursive: true })).sort();
	expect(files).toEqual(["a.txt", "moved.txt", "new", "new/n.txt", "to.txt"]);
	expect(await Promise.all(["a.txt", "new/n.txt", "to.txt", "moved.txt"].map((path) => project.read(path)))).toEqual([
		"a\nB\n",
		"first\n\nthird\n",
		"1\ntwo\n",
		"s\n",
	]);
});

test("a patch that fails anywhere changes nothing", async () => {
	await using project = await editing({ a: "a\n", b: "b\n", c: "c\n" });
	const attempt = (...body: string[]) => project.applyPatch(["*** Begin Patch", ...body, "*** End Patch"].join("\n"));
	const good = ["*** Update File: a", "-a", "+A", "*** Add File: d", "+d", "*** Delete File: b"];
	const cases: Array<[string[], string]> = [
		[["*** Update File: c", "-x", "+y"], "Could not find a close enough match"],
		[["*** Update File: nope", "-x", "+y"], "File not found: nope"],
		[["*** Add File: c", "+x"], "File already exists: c."],
		[["*** Update File: c", "*** Move to: a", "-c", "+C"], "Cannot move c: a already exists; nothing was changed."],
		[["*** Add File: e", "x"], 'Every row of \'*** Add File: e\' begins with "+"; got "x".'],
		[["*** Delete File: c", "-c"], "'*** Delete File: c' takes no rows"],
	];
	for (const [bad, message] of cases) await expect(attempt(...good, ...bad)).rejects.toThrow(message);
	await expect(project.applyPatch("--- a\n+++ a\n-a\n+A")).rejects.toThrow(
		"The first line of the patch must be '*** Begin Patch'",
	);
	await expect(project.applyPatch("*** Begin Patch\n*** Update File: a\n-a\n+A")).rejects.toThrow(
		"The last line of the patch must be '*** End Patch'",
	);
	await expect(attempt("--- a", "+++ b")).rejects.toThrow("Line 2 of the patch must be '*** Add File: <path>'");
	await expect(attempt()).rejects.toThrow("The patch names no file");
	expect((await readdir(project.path)).sort()).toEqual(["a", "b", "c"]);
	expect(await Promise.all(["a", "b", "c"].map((path) => project.read(path)))).toEqual(["a\n", "b\n", "c\n"]);
});

test.each([
	["without its first line", "*** Update File: a\n-a\n+A", "Added the missing '*** Begin Patch' line."],
	[
		"without its first line alone",
		"*** Update File: a\n-a\n+A\n*** End Patch",
		"Added the missing '*** Begin Patch' line.",
	],
	[
		"in a fence",
		"```diff\n*** Begin Patch\n*** Update File: a\n-a\n+A\n*** End Patch\n```",
		"Ignored the code fence around the patch.",
	],
])("a patch %s is understood, and that is said", async (_how, input, warning) => {
	await using project = await editing({ a: "a\n" });
	expect((await project.applyPatch(input)).content).toBe(`Updated a\n1|A\n\nWarnings:\n${warning}`);
	expect(await project.read("a")).toBe("A\n");
});

test("a file may be updated in several parts of a patch", async () => {
	await using project = await editing({ a: "1\n2\n3\n" });
	const patch = [
		"*** Begin Patch",
		"*** Update File: a",
		"-3",
		"+three",
		"*** Update File: a",
		"-1",
		"+one",
		"*** End Patch",
	];
	await project.applyPatch(patch.join("\n"));
	expect(await project.read("a")).toBe("one\n2\nthree\n");
});

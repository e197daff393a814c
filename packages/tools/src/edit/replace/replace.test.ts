import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { editing } from "../testing/editing.ts";

verifies("tools-files:replace:unique-match", async () => {
	await using project = await editing({ f: "a\nb\nc\nb\n" });
	const once = await project.replace({ path: "f", old_string: "a\n", new_string: "A\n" });
	expect(once.content).toBe("Successfully replaced text in f.");
	expect(once.details).toMatchObject({ diff: "-1|a\n+1|A\n 2|b\n 3|c\n 4|b", firstChangedLine: 1, op: "update" });
	const all = await project.replace({ path: "f", old_string: "b", new_string: "B$&", replace_all: true });
	expect(all.content).toBe("Successfully replaced 2 occurrences in f.");
	expect(await project.read("f")).toBe("A\nB$&\nc\nB$&\n");
});

test("an inexact match is said to be one, with the lines that changed", async () => {
	await using project = await editing({ f: "if x:\n    a = 1\n    b = 2\n" });
	const output = await project.replace({ path: "f", old_string: "a = 1\nb = 2\n", new_string: "a = 3\nb = 2\n" });
	expect(output.content).toBe(
		"Successfully replaced text in f.\n1|if x:\n2|    a = 3\n3|    b = 2\n\nWarnings:\nInexact match at line 2: the indentation differs; new lines were indented alike.",
	);
});

describe("fuzzy matching", () => {
	const replaced = async (text: string, old_string: string, new_string: string, replace_all = false) => {
		await using project = await editing({ f: text });
		await project.replace({ path: "f", old_string, new_string, replace_all });
		return await project.read("f");
	};

	verifies("tools-files:replace:fuzzy-ladder", async () => {
		// Trailing blanks.
		expect(await replaced("a  \nb\t\nc\n", "a\nb", "x\ny")).toBe("x\ny\nc\n");
		// Indentation, in the file's own units, further in and further out.
		expect(
			await replaced(
				"\tif (a) {\n\t\tb();\n\t}\n",
				"if (a) {\n    b();\n}",
				"if (c) {\n    if (d) {\n        b();\n    }\n}",
			),
		).toBe("\tif (c) {\n\t\tif (d) {\n\t\t\tb();\n\t\t}\n\t}\n");
		expect(await replaced("a {\n  b\n}\n", "    b", "    b\n      c\n  }\n  d {")).toBe("a {\n  b\n    c\n}\nd {\n}\n");
		// Typography, also inside a line.
		expect(await replaced("say “hello” – now\u00a0then\n", 'say "hello" - now then', "bye")).toBe("bye\n");
		expect(await replaced("x = ‘a’; y\n", "'a'", "'b'")).toBe("x = 'b'; y\n");
		// Similarity.
		const line = "const someQuiteLongName = computeTheValueOf(thing, other, third);";
		expect(await replaced(`a\n  ${line}\nb\n`, line.replace("third", "thirds"), "const x = 1;")).toBe(
			"a\n  const x = 1;\nb\n",
		);
	});

	test("lines all over the file can be replaced together", async () => {
		expect(await replaced("\ta\nb\n\t\ta\n", "  a", "  c", true)).toBe("\tc\nb\n\t\tc\n");
	});

	test("ends of files without a newline are found", async () => {
		expect(await replaced("a\nb", "b\n", "c\n")).toBe("a\nc");
	});

	test("Windows line ends in the file or in the call do not matter", async () => {
		expect(await replaced("a\r\nb\r\nc\r\n", "a\nb\n", "x\ny\nz\n")).toBe("x\r\ny\r\nz\r\nc\r\n");
		expect(await replaced("a\nb\n", "a\r\nb", "c\r\nd")).toBe("c\nd\n");
	});

	test("nothing but exact matches count when it is off", async () => {
		await using project = await editing({ f: "\ta\n" }, { fuzzyMatch: () => ({ fuzzy: false, threshold: 0.95 }) });
		await expect(project.replace({ path: "f", old_string: "  a", new_string: "b" })).rejects.toThrow(
			"Could not find a close enough match in f.\nClosest match (100% similar) at line 1:\n-  a\n+\ta\nOnly exact matches count: fuzzy matching is off.",
		);
	});

	test("one line that is quite another makes a block another one", async () => {
		const lines = Array.from({ length: 40 }, (_, index) => `some line number ${index} of the block`);
		const changed = lines.with(20, "deleteEverything();");
		await using project = await editing({ f: `${changed.join("\n")}\n` });
		await expect(project.replace({ path: "f", old_string: lines.join("\n"), new_string: "x" })).rejects.toThrow(
			"Closest match (98% similar) at line 1:\n-some line number 20 of the block\n+deleteEverything();\nThe rest is alike",
		);
	});
});

verifies("tools-files:replace:errors", async () => {
	const text = "one\ntwo\nalpha beta gamma\nfour\nx y\nx  y\n  x y\n";
	await using project = await editing({ f: text, twice: "b\nfoo\nc\nfoo\n", near: "\tfoo\nbar\n  foo\n" });
	const replace = (old_string: string, new_string = "new", path = "f") =>
		project.replace({ path, old_string, new_string });
	await expect(replace("")).rejects.toThrow("old_string must not be empty.");
	await expect(replace("a", "b", "missing")).rejects.toThrow("File not found: missing");
	await expect(replace("foo", "x", "twice")).rejects.toThrow(
		"Found 2 occurrences:\n  1 | b\n  2 | foo\n  3 | c\n\n  3 | c\n  4 | foo\nAdd more context lines to disambiguate.",
	);
	await expect(replace("    foo", "x", "near")).rejects.toThrow("Found 2 occurrences:");
	await expect(replace("two", "two")).rejects.toThrow("Edits to f resulted in no changes being made.");
	await expect(replace("four\nalpha delta gamma")).rejects.toThrow(
		[
			"Could not find a close enough match in f.",
			"Closest match (52% similar) at line 4:",
			"-alpha delta gamma",
			"+x y",
			"Closest match was below the 95% similarity threshold.",
		].join("\n"),
	);
	await expect(replace("alpha beta gamme delta epsilon")).rejects.toThrow(
		"Closest match (53% similar) at line 3:\n-alpha beta gamme delta epsilon\n+alpha beta gamma",
	);
	expect(await project.read("f")).toBe(text);
});

test("a generated file is refused", async () => {
	await using project = await editing({ "a.ts": "// @generated by hand\nx\n" });
	await expect(project.replace({ path: "a.ts", old_string: "x", new_string: "y" })).rejects.toThrow(
		"Cannot modify auto-generated file: a.ts",
	);
});

test("a search that finds nothing in a large file takes no age", async () => {
	const lines = Array.from(
		{ length: 50_000 },
		(_, index) => `\tconst value${index} = compute(${index * 7}, "text ${index}");`,
	);
	await using project = await editing({ "f.txt": lines.join("\n") });
	const old_string = "if (something) {\n\tcall(it, with, values);\n\treturn other(things);\n}";
	await expect(project.replace({ path: "f.txt", old_string, new_string: "x" })).rejects.toThrow("Closest match (");
	// Comparing everything with everything would take minutes.
}, 20_000);

test("what is hard to find is given up on, and told in few words", async () => {
	const line = (index: number) =>
		`const value_${index} = compute(${(index * 7919) % 1000}, other_${index % 97}); // number ${index}`;
	const lines = Array.from({ length: 50_000 }, (_, index) => line(index));
	const wide = `${"x".repeat(3_000_000)}\n${"y".repeat(3_000_000)}\n`;
	await using project = await editing({ many: lines.join("\n"), same: "foo();\n".repeat(50_000), wide });
	const alike = lines
		.slice(20_000, 20_200)
		.map((text) => text.replace("compute", "kompute").replace("number", "remark"));
	await expect(project.replace({ path: "many", old_string: alike.join("\n"), new_string: "x" })).rejects.toThrow(
		"Could not find a close enough match in many.\nClosest match (",
	);
	await expect(project.replace({ path: "same", old_string: "foo();", new_string: "x" })).rejects.toThrow(
		/^Found 50000 occurrences:\n {2}1 \| foo\(\);\n[\s\S]*\n {2}… 49995 more\nAdd more context lines to disambiguate\.$/,
	);
	const found = await project
		.replace({ path: "wide", old_string: "z".repeat(5000), new_string: "x" })
		.catch((error: Error) => error.message);
	expect(String(found).length).toBeLessThan(1500);
}, 30_000);

import { describe, expect, test } from "bun:test";
import { truncate } from "node:fs/promises";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { editing } from "../testing/editing.ts";
import { numbered } from "../testing/numbered.ts";

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

	test("rows of a diff lose the space of context lines, and say so", async () => {
		expect(await repaired("PUT 2.=3:\n-line 2\n  x = 2\n+y = 3")).toEqual({
			text: "line 1\n x = 2\ny = 3\nline 4\n",
			warnings: [
				"Dropped `-` row(s): the named range already removes the old content, and rows hold only what shall be there.",
				"Took row(s) with a leading space for context lines of a diff and dropped that one space. Body rows must be `+TEXT` literal lines.",
			].join("\n"),
		});
	});

	test.each([
		["DEL 2", "CUT 2", "line 1\nline 3\nline 4\n"],
		["delete 2-3", "CUT 2.=3", "line 1\nline 4\n"],
		["  cut 2", "CUT 2", "line 1\nline 3\nline 4\n"],
		["put 2:\n+two", "PUT 2:", "line 1\ntwo\nline 3\nline 4\n"],
		["REPLACE 2,3:\n+two", "PUT 2.=3:", "line 1\ntwo\nline 4\n"],
		["PUT L2-L3:\n+two", "PUT 2.=3:", "line 1\ntwo\nline 4\n"],
		["INSERT AFTER 2:\n+x", "PUT >2:", "line 1\nline 2\nx\nline 3\nline 4\n"],
		["INS <2\n+x", "PUT <2:", "line 1\nx\nline 2\nline 3\nline 4\n"],
		["APPEND END:\n+x", "PUT >$:", "line 1\nline 2\nline 3\nline 4\nx\n"],
	])("%j is read as `%s`, which is said", async (ops, meant, text) => {
		const [written = ""] = ops.split("\n");
		expect(await repaired(ops)).toEqual({ text, warnings: `Read \`${written.trim()}\` as \`${meant}\`.` });
	});

	test("a row of content that looks like an op in another spelling stays content", async () => {
		expect((await repaired("PUT 2:\necho\nmv 3\nset 4")).text).toBe("line 1\necho\nmv 3\nset 4\nline 3\nline 4\n");
	});

	test("line numbers before the text of rows are dropped, unless lines of the file begin so", async () => {
		const dropped = "Dropped line numbers (`N:`) at the start of body rows. Rows hold the text alone: `+TEXT`.";
		expect(await repaired("PUT 2.=3:\n+2:two\n+3:three")).toEqual({
			text: "line 1\ntwo\nthree\nline 4\n",
			warnings: dropped,
		});
		expect(await repaired("PUT 2:\n+2:TWO", "1:one\n2:two\n")).toEqual({ text: "1:one\n2:TWO\n", warnings: "" });
		expect(await repaired("PUT 2:\n+8080:80")).toMatchObject({ text: "line 1\n8080:80\nline 3\nline 4\n" });
	});

	test("a row that repeats the line next to the range is pointed out", async () => {
		expect((await repaired("PUT 2:\n+two\n+line 3")).warnings).toBe(
			"`PUT 2:`: the last row repeats line 3, which is outside the range, so it now stands twice. If that is wrong, remove one; the range would have been 2.=3.",
		);
		expect((await repaired("PUT 2:\n+line 1\n+two")).warnings).toContain("the first row repeats line 1");
		expect((await repaired("PUT 2:\n+two\n+line 3\nCUT 3")).warnings).toBe("");
	});

	test.each([
		[
			"in a fence",
			(header: string) => `\`\`\`\n${header}\nPUT 1:\n+one\n\`\`\``,
			"Ignored the code fence around the input.",
		],
		["without brackets", (header: string) => `${header.slice(1, -1)}\nPUT 1:\n+one`, "Read `dir/a#"],
		["as a heading", (header: string) => `## ${header.slice(1, -1)}\nPUT 1:\n+one`, "as `[dir/a#"],
		["with its name alone", (header: string) => `${header.replace("dir/", "")}\nPUT 1:\n+one`, "There is no a; #"],
	])("a header %s is understood", async (_how, inputOf, said) => {
		await using project = await editing({ "dir/a": numbered(2) });
		const output = await project.hashline(inputOf(await project.see("dir/a")));
		expect(output.content).toContain(said);
		expect(await project.read("dir/a")).toBe("one\nline 2\n");
	});

	test("a tag that several files of that name have decides nothing", async () => {
		await using project = await editing({ "one/a": "x\n", "two/a": "x\n" });
		const header = (await project.see("one/a")).replace("one/", "");
		await project.see("two/a");
		await expect(project.hashline(`${header}\nCUT 1`)).rejects.toThrow(
			"was shown for one/a and two/a; write the whole path.",
		);
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

describe("errors", () => {
	verifies("tools-files:hashline:errors", async () => {
		await using project = await editing({ a: "1\n2\n3\n" });
		const header = await project.see("a");
		const cases: Record<string, string> = {
			"[a]\nPUT 1:\n+x": "Missing hashline snapshot tag for a.\nThe current file hashes to #",
			"[a#12]\nPUT 1:\n+x": "Missing hashline snapshot tag for a.\nThe current file hashes to #",
			[`${header}\n\nPUT 9:\n+x`]: "line 2: Line 9 does not exist (file has 3 lines)",
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
			[`${header}\nPUT 2:`]: "line 1: `PUT 2:` has no body rows. To delete the lines write `CUT 2`",
			[`${header}\nPUT 1.=2:\nPUT 3:\n+x`]: "To delete the lines write `CUT 1.=2`",
			[`${header}\nINS 2:\n+x`]: "Write `PUT <2:` to insert before line 2, or `PUT >2:` to insert after it",
			[`${header}\nPUT 2:\n+x\n  y`]: 'line 1: row "  y" begins with a space beside rows that begin with `+`',
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

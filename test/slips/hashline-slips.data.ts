import { project, refused, repaired, type Slip } from "./slip.ts";

const a = project["src/a.ts"];
const ten = project["ten.txt"];
const python = project["py/c.py"];

/** An edit of `ten.txt` or `src/a.ts` by lines. */
const onTen = (ops: string) => ({ input: `[ten.txt#{tag:ten.txt}]\n${ops}` });
const onSource = (ops: string) => ({ input: `[src/a.ts#{tag:src/a.ts}]\n${ops}` });
const tenWith = (line: number, ...texts: string[]) => ({
	"ten.txt": ten.replace(`line ${line}\n`, texts.map((text) => `${text}\n`).join("")),
});
const five = tenWith(5, "five");

/** Slips in edits by line number. */
export const hashlineSlips: readonly Slip[] = [
	// The header.
	repaired("edit", { input: "ten.txt#{tag:ten.txt}\nPUT 5:\n+five" }, "Read `ten.txt#", { after: five }),
	repaired("edit", { input: "## ten.txt#{tag:ten.txt}\nPUT 5:\n+five" }, "as `[ten.txt#", { after: five }),
	repaired("edit", { input: "`[ten.txt#{tag:ten.txt}]`\nPUT 5:\n+five" }, "as `[ten.txt#", { after: five }),
	repaired("edit", { input: "*** Update File: ten.txt#{tag:ten.txt}\nPUT 5:\n+five" }, "as `[ten.txt#", {
		after: five,
	}),
	repaired("edit", { input: "```\n[ten.txt#{tag:ten.txt}]\nPUT 5:\n+five\n```" }, "Ignored the code fence", {
		after: five,
	}),
	repaired(
		"edit",
		{ input: "[command.js#{tag:lib/command.js}]\nPUT 1:\n+const etag = 3;" },
		"There is no command.js; #",
		{
			after: { "lib/command.js": "const etag = 3;\nconst weTag = 2;\n" },
		},
	),
	repaired("edit", { input: "  [ten.txt#{tag:ten.txt}]\nPUT 5:\n+five" }, "as `[ten.txt#", { after: five }),
	repaired("edit", { patch: "[ten.txt#{tag:ten.txt}]\nPUT 5:\n+five" }, "Read `patch` as `input`.", { after: five }),
	refused("edit", { input: "[ten.txt]\nPUT 5:\n+five" }, [
		"Missing hashline snapshot tag for ten.txt.",
		"The current file hashes to #",
		"*5:line 5",
	]),
	refused("edit", { input: "ten.txt\nPUT 5:\n+five" }, ["Missing hashline snapshot tag for ten.txt.", "*5:line 5"]),
	refused("edit", { path: "ten.txt", input: "PUT 5:\n+five" }, ["Missing hashline snapshot tag", "*5:line 5"]),
	repaired("edit", { path: "ten.txt", input: "[ten.txt#{tag:ten.txt}]\nPUT 5:\n+five" }, "5:five", {
		after: { "ten.txt": project["ten.txt"].replace("line 5\n", "five\n") },
	}),
	// One part that fails, of several.
	refused("edit", { input: "[ten.txt#{tag:ten.txt}]\nPUT 5:\n+five\n[notes.md#BEEF]\nPUT 1:\n+# N" }, [
		"Edit rejected for notes.md: hash #BEEF is not from this session.",
		"Nothing was changed, also not ten.txt: send both again.",
	]),
	repaired(
		"edit",
		{ input: "[lib/one.js#{tag:lib/one.js}]\nPUT 1*:\n+const one = () => 1;" },
		"resolved lines 1-1 (1 line)",
		{
			after: { "lib/one.js": "const one = () => 1;\nmodule.exports = one;\n" },
		},
	),
	refused("edit", { input: "PUT 5:\n+five" }, 'input must begin with "[PATH#HASH]"'),
	refused("edit", { input: "[nowhere.txt#1234]\nPUT 5:\n+five" }, "File not found: nowhere.txt. Use the write tool"),

	// Tags.
	refused("edit", { input: "[ten.txt#FFFF]\nPUT 5:\n+five" }, ["hash #FFFF is not from this session", "*5:line 5"]),
	refused("edit", { input: "[ten.txt#{tag:notes.md}]\nPUT 5:\n+five" }, "belongs to notes.md."),
	repaired("edit", onTen("PUT 5:\n+five"), "Recovered from a stale file hash", {
		changed: { "ten.txt": `zero\n${ten}` },
		after: { "ten.txt": `zero\n${ten.replace("line 5", "five")}` },
	}),
	refused("edit", onTen("PUT 5:\n+five"), ["file changed between read and edit", "*5:LINE 5"], {
		changed: { "ten.txt": ten.replace("line 5", "LINE 5") },
	}),

	// Verbs.
	repaired("edit", onTen("put 5:\n+five"), "Read `put 5:` as `PUT 5:`.", { after: five }),
	repaired("edit", onTen("REPLACE 5:\n+five"), "Read `REPLACE 5:` as `PUT 5:`.", { after: five }),
	repaired("edit", onTen("REPLACE 5-5\n+five"), "as `PUT 5.=5:`.", { after: five }),
	repaired("edit", onTen("SET 5:\n+five"), "as `PUT 5:`.", { after: five }),
	repaired("edit", onTen("DEL 5"), "Read `DEL 5` as `CUT 5`.", { after: tenWith(5) }),
	repaired("edit", onTen("delete 5..6"), "as `CUT 5.=6`.", {
		after: { "ten.txt": ten.replace("line 5\nline 6\n", "") },
	}),
	repaired("edit", onTen("REMOVE L5"), "as `CUT 5`.", { after: tenWith(5) }),
	repaired("edit", onTen("INSERT AFTER 5:\n+x"), "as `PUT >5:`.", { after: tenWith(5, "line 5", "x") }),
	repaired("edit", onTen("INSERT BEFORE 5\n+x"), "as `PUT <5:`.", { after: tenWith(5, "x", "line 5") }),
	repaired("edit", onTen("INS >5:\n+x"), "as `PUT >5:`.", { after: tenWith(5, "line 5", "x") }),
	repaired("edit", onTen("APPEND END:\n+x"), "as `PUT >$:`.", { after: { "ten.txt": `${ten}x\n` } }),
	refused("edit", onTen("rem"), "To delete the whole file write `REM`"),
	refused("edit", onTen("DELETE"), "To delete the whole file write `REM`"),
	refused("edit", onTen("INS 5:\n+x"), "Write `PUT <5:` to insert before line 5, or `PUT >5:` to insert after it"),
	refused("edit", onTen("FOO 5\n+x"), "payload line has no preceding hunk header. Rows belong below `PUT N.=M:`"),

	// Ranges.
	repaired("edit", onTen("PUT 5-5:\n+five"), "5:five", { after: five }),
	repaired("edit", onTen("PUT L5:\n+five"), "Read `PUT L5:` as `PUT 5:`.", { after: five }),
	repaired("edit", onTen("PUT 5,5:\n+five"), "as `PUT 5.=5:`.", { after: five }),
	repaired("edit", onTen("PUT lines 5-5:\n+five"), "as `PUT 5.=5:`.", { after: five }),
	refused("edit", onTen("PUT 5.=2:\n+x"), "start 5, end 2. The end is a line number, not a count"),
	refused("edit", onTen("PUT 0:\n+x"), "lines are counted from 1"),
	refused("edit", onTen("PUT 15:\n+x"), "Line 15 does not exist (file has 10 lines)"),
	refused("edit", onTen("PUT 5:\n+x\nPUT 5:\n+y"), "anchor line 5 is already targeted by another hunk on line 1"),
	refused("edit", onTen("PUT 4*:\n+x"), "Name the lines instead: `PUT 4.=M:`"),
	refused("edit", onTen("@@ -5,1 +5,1 @@\n-line 5\n+five"), "this is a unified diff header"),

	// Bodies.
	repaired("edit", onTen("PUT 5:\nfive"), "Auto-prefixed bare body row(s)", { after: five }),
	repaired("edit", onTen("PUT 5:\n5:five"), "Auto-prefixed bare body row(s)", { after: five }),
	repaired("edit", onTen("PUT 5:\n+5:five"), "Dropped line numbers (`N:`)", { after: five }),
	repaired("edit", onTen("PUT 5:\n-line 5\n+five"), "Dropped `-` row(s)", { after: five }),
	repaired("edit", onTen("PUT 5.=6:\n-line 5\n+five\n line 6"), "Took row(s) with a leading space for context lines", {
		after: five,
	}),
	repaired("edit", onTen("PUT 5:\n+five\n+line 6"), "the last row repeats line 6", {
		after: tenWith(5, "five", "line 6"),
	}),
	repaired("edit", onTen("PUT 5:\n+line 4\n+five"), "the first row repeats line 4", {
		after: tenWith(5, "line 4", "five"),
	}),
	repaired("edit", onTen("CUT 5:"), "the `:` was ignored", { after: tenWith(5) }),
	repaired("edit", onTen("PUT 5:\n+line 5"), "produced no change"),
	refused("edit", onTen("PUT 5:\n+five\n  more"), "begins with a space beside rows that begin with `+`"),
	refused("edit", onTen("PUT 5:"), "To delete the lines write `CUT 5`"),
	refused("edit", onTen("PUT 5: five"), "Content goes on its own rows: write `PUT 5:`, then `+five`"),
	refused("edit", onTen("CUT 5\n+five"), "To put something in their place write `PUT 5:`"),
	refused("edit", onTen("PUT 5\n+five"), "write `PUT 5 @NAME`, or `PUT 5:`"),
	refused("edit", onTen("PUT >5 @part"), "`@part` is empty. Fill it with `CUT N.=M @part` first."),
	refused("edit", onTen(""), "has no ops below it"),

	// Blocks.
	repaired("edit", { input: "[py/c.py#{tag:py/c.py}]\nCUT 2*" }, "with the decorators from line 1", {
		after: { "py/c.py": python.slice(python.indexOf("\n\n\ndef") + 1) },
	}),
	repaired("edit", onSource("PUT >4*:\n+\t// x"), "Inserted after line 4 itself", {
		after: { "src/a.ts": a.replace("\treturn x + y;\n", "\treturn x + y;\n\t// x\n") },
	}),
	repaired("edit", onSource("PUT 4:\n+\treturn (x + y;"), "syntax error", {
		after: { "src/a.ts": a.replace("x + y;", "(x + y;") },
	}),
];

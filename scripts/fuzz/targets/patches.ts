import { ToolError } from "../../../packages/agent/src/tools/tool.ts";
import { applyLineEdits } from "../../../packages/tools/src/edit/hashline/line-edit.ts";
import type { LineOp } from "../../../packages/tools/src/edit/hashline/parse/op.ts";
import { parseHashline } from "../../../packages/tools/src/edit/hashline/parse/parse.ts";
import { planEdits } from "../../../packages/tools/src/edit/hashline/plan-edits.ts";
import { remapEdits } from "../../../packages/tools/src/edit/hashline/remap.ts";
import { CallRegisters } from "../../../packages/tools/src/edit/outcome/registers.ts";
import { applyHunks } from "../../../packages/tools/src/edit/patch/apply-hunks.ts";
import { parseEnvelope } from "../../../packages/tools/src/edit/patch/parse-envelope.ts";
import { parseHunks } from "../../../packages/tools/src/edit/patch/parse-hunks.ts";
import { previewEdit } from "../../../packages/tools/src/edit/preview-edit.ts";
import { replaceText } from "../../../packages/tools/src/edit/replace/replace-text.ts";
import { pathsInApplyPatch, pathsInHashline } from "../../../packages/tools/src/edit/touched-paths.ts";
import { contentLines } from "../../../packages/tools/src/files/mutate/text/content-lines.ts";
import { Registers } from "../../../packages/tools/src/services/edit-memory.ts";
import type { FuzzTarget } from "../fuzz-target.ts";

/** Between a file and what should be done to it. */
const SEPARATOR = "\n=====\n";
const sample = "import a\n\nfunction b() {\n\treturn 1;\n}\n\nfunction c() {\n\treturn 2;\n}\n";
const matching = { fuzzy: true, threshold: 0.95, path: "f", shownPath: "f" };

/** The four kinds of edits: every input is read as each of them. */
export const patches: FuzzTarget = {
	name: "patches",
	corpus: [
		"[f#ABCD]\nPUT 3.=5:\n+function b() {\n+}\nCUT 1\nPUT >7\n",
		"[f#ABCD]\nPUT <1:\n+x\nPUT >$:\n+y\nMV g\n",
		"*** Begin Patch\n*** Update File: f\n@@ function c() {\n-\treturn 2;\n+\treturn 3;\n*** End Patch",
		"*** Begin Patch\n*** Add File: g\n+a\n+b\n*** Delete File: h\n*** Update File: i\n*** Move to: j\n*** End Patch",
		"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -3,3 +3,3 @@\n function b() {\n-\treturn 1;\n+\treturn 4;\n }\n",
		`${sample}${SEPARATOR}function b() {\n\treturn 1;\n}`,
		`a\n  b\nc\n${SEPARATOR}@@\n a\n-b\n+d\n c\n\\ No newline at end of file\n`,
	],
	shapes: [
		{ before: "]", unit: "\r", after: "*** Update File: f\n" },
		{ before: "*** End Patch", unit: "\r\n", after: "" },
		{ before: "PUT >1 @r\n*** End Patch", unit: "\r", after: "" },
		{ before: "[f#ABCD]\nPUT 1:\n", unit: " \n", after: "" },
		{ before: "*** Add File: ", unit: " ", after: "x" },
		{ before: "MV ", unit: " ", after: "x" },
	],
	words: [
		"[f#ABCD]\n",
		"[f]\n",
		"PUT 1:\n",
		"PUT 2.=4:\n",
		"PUT >$:\n",
		"PUT <1\n",
		"PUT 3*:\n",
		"CUT 1\n",
		"CUT 2.=3 @r\n",
		"PUT >1 @r\n",
		"MV g\n",
		"REM\n",
		"*** Begin Patch\n",
		"*** End Patch",
		"*** Update File: f\n",
		"*** Add File: f\n",
		"*** Delete File: f\n",
		"*** Move to: g\n",
		"*** End of File\n",
		"@@\n",
		"@@ b\n",
		"@@ -1,2 +1,2 @@\n",
		"+",
		"-",
		" ",
		"+a\n",
		"-a\n",
		" a\n",
		"1:a\n",
		"\n",
		"\r\n",
		"\r",
		"\t",
		"```\n",
		"a",
		"a\n",
		"return 1;\n",
		"}\n",
		SEPARATOR,
		"#ABCD",
		"[",
		"]",
		"`",
		"<<EOF\n",
		"99999999999",
		"“",
		"é",
		"\\ No newline at end of file\n",
	],
	generate(random) {
		const line = () =>
			random.pick(["a", "\treturn 1;", "}", "", "function b() {", "日本", "x".repeat(random.below(80))]);
		const lines = (limit: number, mark = "") =>
			Array.from({ length: random.below(limit) }, () => `${mark}${line()}\n`).join("");
		const range = () => {
			const first = 1 + random.below(12);
			return random.pick([
				`${first}`,
				`${first}.=${first + random.below(4)}`,
				`<${first}`,
				`>${first}`,
				">$",
				`${first}*`,
			]);
		};
		const op = () =>
			random.pick([`PUT ${range()}:\n${lines(4, "+")}`, `CUT ${range()}\n`, `PUT ${range()}\n`, "REM\n"]);
		const row = () => random.pick([" ", "-", "+"]) + line();
		const hunk = () =>
			`@@${random.pick(["", " b", " -3,2 +3,2 @@"])}\n${Array.from({ length: random.below(6) }, row).join("\n")}\n`;
		const many = (limit: number, make: () => string) => Array.from({ length: 1 + random.below(limit) }, make).join("");
		const edit = random.pick([
			() => `[f#ABCD]\n${many(5, op)}`,
			() => `*** Begin Patch\n*** Update File: f\n${many(3, hunk)}*** End Patch`,
			() => many(3, hunk),
			() => lines(5),
		])();
		return random.oneIn(3) ? edit : `${lines(20)}${SEPARATOR}${edit}`;
	},
	run(input) {
		const at = input.indexOf(SEPARATOR);
		const text = at === -1 ? sample : input.slice(0, at);
		const edit = at === -1 ? input : input.slice(at + SEPARATOR.length);
		expecting(() => hashline(text, edit));
		expecting(() => applyHunks(text, parseHunks(edit.split("\n")), matching));
		expecting(() => {
			for (const file of parseEnvelope(edit).files) if (file.kind === "update") applyHunks(text, file.hunks, matching);
		});
		for (const all of [false, true]) {
			expecting(() => replaceText(text, { oldText: edit, newText: "new\n", all }, matching));
		}
		pathsInHashline(edit);
		pathsInApplyPatch(edit);
		previewEdit({ input: edit }, () => text);
		previewEdit({ path: "f", old_string: text, new_string: edit });
		previewEdit({ path: "f", edits: [{ diff: edit }, { op: "create", diff: edit }] });
	},
};

function hashline(text: string, edit: string): void {
	const { lines } = contentLines(text);
	for (const section of parseHashline(edit)) {
		const ops = section.ops.filter((op): op is LineOp => op.kind !== "remove" && op.kind !== "move");
		const registers = new CallRegisters(new Registers());
		const { edits } = planEdits(section.path, text, ops, registers, (line) => ({ start: line, end: line }));
		applyLineEdits(lines, edits);
		const moved = remapEdits(edits, lines, ["new", ...lines]);
		if (moved) applyLineEdits(["new", ...lines], moved.edits);
	}
}

function expecting(attempt: () => unknown): void {
	try {
		attempt();
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
	}
}

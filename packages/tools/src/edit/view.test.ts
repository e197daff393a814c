import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type CallState, viewedOutput } from "../view/view.ts";
import { previewEdit } from "./preview-edit.ts";
import { editing } from "./testing/editing.ts";
import { editPreviewLines, editView } from "./view.ts";

/** Styles as marks that can be read. */
const marked = {
	...plainTheme,
	inverse: (text: string) => (text ? `{${text}}` : ""),
	faint: (text: string) => (text ? `<${text}>` : ""),
};
const options = { theme: plainTheme, expanded: false, width: 80 };
const shown = (text: string, details: unknown, state: CallState = "done", looks = options) =>
	editView.result?.(viewedOutput({ content: [{ type: "text", text }], details }, state), looks, { path: "f" });

test("an edit is a diff with numbers in a gutter and what changed inside lines set off", async () => {
	await using project = await editing({ f: "one\n\tif (a) {\n\t\tgo(now);\nfour\n" });
	const output = await project.hashline(
		`${await project.see("f")}\nPUT 2.=3:\n+if (a) {\n+\t\tgo(later);\nPUT >$:\n+five\u001b[31m`,
	);
	expect(shown(String(output.content), output.details, "done", { ...options, theme: marked })).toEqual([
		" 1│one",
		"-2│<···>if (a) {",
		"-3│      go({now});",
		"+2│if (a) {",
		"+3│      go({later});",
		" 4│four",
		"+5│five",
	]);
});

test("changed rows keep the colors of their language on the band, and what changed is set off", async () => {
	await using project = await editing({ "a.ts": "const one = 1;\nlet two = 2;\n" });
	const output = await project.hashline(`${await project.see("a.ts")}\nPUT 2:\n+let two = 3;`);
	const theme = {
		...marked,
		toolDiffAddedBg: (text: string) => `+<${text.trimEnd()}>`,
		toolDiffRemovedBg: (text: string) => `-<${text.trimEnd()}>`,
	};
	const highlight = (code: string) => code.replace(/\b(const|let)\b/g, "\x1b[31m$1\x1b[39m").split("\n");
	const details = viewedOutput({ content: [], details: output.details }, "done");
	expect(editView.result?.(details, { ...options, theme, highlight }, { input: "[a.ts#0]" })).toEqual([
		" 1│\x1b[31mconst\x1b[39m one = 1;",
		"-<-2│\x1b[31mlet\x1b[39m two = {2};>",
		"+<+2│\x1b[31mlet\x1b[39m two = {3};>",
	]);
	// Without a band only the color tells them from other rows.
	const plainRows = editView.result?.(details, { ...options, highlight }, { input: "[a.ts#0]" }) ?? [];
	expect(plainRows[1]).toBe("-2│let two = 2;");
});

test("what changed has a stronger shade of its row where the theme has one", async () => {
	await using project = await editing({ "a.ts": "let two = 2;\n" });
	const output = await project.hashline(`${await project.see("a.ts")}\nPUT 1:\n+let two = 3;`);
	const band = (mark: string) => (text: string) => `${mark}<${text.trimEnd()}>`;
	const theme = {
		...marked,
		toolDiffAddedBg: band("+"),
		toolDiffRemovedBg: band("-"),
		toolDiffAddedWordBg: band("++"),
		toolDiffRemovedWordBg: band("--"),
	};
	const highlight = (code: string) => code.split("\n").map((line) => line.replace("let", "\x1b[31mlet\x1b[39m"));
	const viewed = viewedOutput({ content: [], details: output.details }, "done");
	const params = { input: "[a.ts#0]" };
	expect(editView.result?.(viewed, { ...options, theme, highlight }, params)).toEqual([
		"-<-1│\x1b[31mlet\x1b[39m two = --<2>;>",
		"+<+1│\x1b[31mlet\x1b[39m two = ++<3>;>",
	]);
	expect(editView.result?.(viewed, { ...options, theme }, params)).toEqual([
		"-<-1│let two = --<2>;>",
		"+<+1│let two = ++<3>;>",
	]);
});

test("the title names the files in every notation, also of a call that did not run", () => {
	const title = (params: Record<string, unknown>) => editView.title?.(params, { ...options, streaming: false });
	const replaced = { old_string: "a", new_string: "b" };
	const forms: ReadonlyArray<readonly [Record<string, unknown>, string]> = [
		[{ path: "src/a.ts", ...replaced }, "Edit: src/a.ts"],
		[{ file_path: "src/a.ts", ...replaced }, "Edit: src/a.ts"],
		[{ filePath: "src/a.ts", oldString: "a", newString: "b" }, "Edit: src/a.ts"],
		[{ file_path: "src/a.ts", edits: [replaced, replaced] }, "Edit: src/a.ts"],
		[
			{
				edits: [
					{ file_path: "a.ts", ...replaced },
					{ file_path: "b.ts", ...replaced },
				],
			},
			"Edit: a.ts, b.ts",
		],
		[{ command: "str_replace", path: "src/a.ts", old_str: "a", new_str: "b" }, "Edit: src/a.ts"],
		[{ patch: "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch" }, "Edit: src/a.ts"],
		[{ input: "[src/a.ts#12AB]\nPUT 1:\n+b" }, "Edit: src/a.ts"],
		[{ file_path: "src/a.ts" }, "Edit: src/a.ts"],
		[{}, "Edit"],
	];
	for (const [params, expected] of forms) expect(title(params)).toBe(expected);
});

verifies("tui:diff:form", async () => {
	const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1};\n`).join("");
	await using project = await editing({ a: text });
	const input = `${await project.see("a")}\nPUT 2:\n+line two;\nPUT 19:\n+line 19!\n+line 19 again;`;
	const output = await project.hashline(input);
	const viewed = viewedOutput({ content: [], details: output.details }, "done");
	expect(editView.meta?.(viewed, options, { input })).toBe("⟦+3/-2⟧");
	expect(editView.result?.(viewed, { ...options, theme: marked, expanded: true }, { input })).toEqual([
		"  1│line 1;",
		" -2│line {2};",
		" +2│line {two};",
		"  3│line 3;",
		"  4│line 4;",
		"  5│line 5;",
		"…",
		" 16│line 16;",
		" 17│line 17;",
		" 18│line 18;",
		"-19│line 19;",
		"+19│line 19!",
		"+20│line 19 again;",
		" 21│line 20;",
	]);
	const narrow = editView.result?.(viewed, { ...options, width: 14 }, { input }) ?? [];
	expect(narrow.slice(0, 2)).toEqual(["  1│line 1;", " -2│line 2;"]);
});

test("several files have a section each, and hunks a sign between them", async () => {
	const text = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join("");
	await using project = await editing({ a: text, b: "x\n" });
	const input = `${await project.see("a")}\nPUT 1:\n+first\nPUT 12:\n+last\n${await project.see("b")}\nREM`;
	const output = await project.hashline(input);
	const drawn = (expanded: boolean) =>
		editView.result?.(
			viewedOutput({ content: [], details: output.details }, "done"),
			{ ...options, expanded },
			{ input },
		);
	expect(drawn(true)).toEqual([
		"a ⟦+2/-2⟧",
		" -1│line 1",
		" +1│first",
		"  2│line 2",
		"  3│line 3",
		"  4│line 4",
		"…",
		"  9│line 9",
		" 10│line 10",
		" 11│line 11",
		"-12│line 12",
		"+12│last",
		"b deleted ⟦+0/-1⟧",
		"-1│x",
	]);
	expect(drawn(false)).toEqual(drawn(true));
});

test("a diff that is too long loses unchanged lines first, and says how many lines it leaves out", () => {
	const context = (from: number) => Array.from({ length: 6 }, (_, index) => ` ${from + index}|same ${from + index}`);
	const change = (number: number) => [`-${number}|old ${number}`, `+${number}|new ${number}`];
	const diff = [context(1), change(7), context(8), change(14), context(15), change(21), context(22)].flat().join("\n");
	expect(shown("", { diff, op: "update", path: "f" })).toEqual([
		"  6│same 6",
		" -7│old 7",
		" +7│new 7",
		"  8│same 8",
		"…",
		" 13│same 13",
		"-14│old 14",
		"+14│new 14",
		" 15│same 15",
		"…",
		" 20│same 20",
		"-21│old 21",
		"+21│new 21",
		" 22│same 22",
		"… 18 unchanged lines ⟦Ctrl+O: Expand⟧",
	]);
});

test("more changes than fit are shown from the first on, without context", () => {
	const rows = Array.from({ length: 30 }, (_, index) => `+${index + 4}|new ${index + 4}`);
	const drawn = shown("", { diff: [" 1|a", " 2|b", " 3|c", ...rows].join("\n"), op: "update", path: "f" }) ?? [];
	expect([drawn[0], drawn.length, drawn.at(-1)]).toEqual([" +4│new 4", 20, "… 11 more changed lines ⟦Ctrl+O: Expand⟧"]);
});

test("an inserted line and the one after it are numbered as in the new file", () => {
	const diff = " 11|before\n+12|new\n 12|after";
	expect(shown("", { diff, op: "update", path: "f" })).toEqual([" 11│before", "+12│new", " 13│after"]);
});

test("changed rows have a band over the whole width", () => {
	const theme = { ...plainTheme, toolDiffAddedBg: (text: string) => `(${text})` };
	const rows = shown("", { diff: "+1|new", op: "update", path: "f" }, "done", { ...options, theme, width: 12 });
	expect(rows).toEqual(["(+1│new      )"]);
});

test("warnings and failures are told, and an edit without effect says so", () => {
	const details = { diff: "-1|a\n+1|b", op: "update", path: "f" };
	const text = "[f#1234]\n1:b\n\nWarnings:\nLook out.";
	expect(shown(text, { ...details, warnings: ["Look out."] })).toEqual(["-1│a", "+1│b", "Look out."]);
	// Sessions from before warnings were part of the details.
	expect(shown(text, details)).toEqual(["-1│a", "+1│b"]);
	expect(shown("Edit rejected for f: …", undefined, "failed")).toEqual(["Edit rejected for f: …"]);
	expect(shown("parsed and applied cleanly", { diff: "" })).toEqual(["no change in f"]);
});

test("the title names the files, also while the call still streams in", () => {
	const title = (params: object) => editView.title?.(params, options);
	expect([
		title({}),
		title({ input: "[src/a.ts#12" }),
		title({ input: "[src/a.ts#12AB]\nPUT 1:\n+x\n[b.ts#12AB]\nMV c.ts" }),
		title({ input: "*** Begin Patch\n*** Update File: a.ts\n@@" }),
		title({ path: "x.ts", old_string: "a" }),
	]).toEqual(["Edit", "Edit", "Edit: src/a.ts, b.ts, c.ts", "Edit: a.ts", "Edit: x.ts"]);
});

test("a call that still streams in is previewed as far as it has come", () => {
	const input = "[a#12AB]\nPUT 2.=3:\n+two\nCUT 5\nPUT >";
	expect(previewEdit({ input })).toEqual([{ path: "a", diff: "+2|two" }]);
	expect(previewEdit({ input }, () => "1\n2\n3\n4\n5\n")).toEqual([
		{ path: "a", diff: " 1|1\n-2|2\n-3|3\n+2|two\n 4|4\n-5|5" },
	]);
	expect(previewEdit({ input: "[a#12A" })).toEqual([]);
	expect(previewEdit({ input: "[a#12AB]\nPUT 99:\n+x" }, () => "1\n")).toEqual([{ path: "a", diff: "+99|x" }]);
	expect(previewEdit({ path: "a", old_string: "1\n2", new_string: "1\nt" })).toEqual([
		{ path: "a", diff: " 1|1\n-2|2\n+2|t" },
	]);
	expect(previewEdit({ path: "a", edits: [{ op: "create", diff: "one\n two" }] })).toEqual([
		{ path: "a", diff: "+1|one\n+2| two" },
	]);
	expect(previewEdit({ path: "a", edits: [{ diff: "@@ -5,2 +5,2 @@\n x\n-y\n+z" }] })).toEqual([
		{ path: "a", diff: " 5|x\n-6|y\n+6|z" },
	]);
	const patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** Add File: b\n+new";
	expect(editPreviewLines({ input: patch }, options)).toEqual(["a", "-1│x", "+1│y", "b", "+1│new"]);
});

test("a call that is still being written shows the end of its diff, in the file's own numbers", () => {
	const file = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n");
	const taggedText = (path: string, tag: string) => (path === "a.ts" && tag === "1A2B" ? file : undefined);
	const input = "[a.ts#1A2B]\nPUT 20:\n+twenty\nPUT 30:\n+thir";
	expect(editView.preview?.({ input }, { ...options, streaming: true, taggedText })).toEqual([
		"… 7 earlier lines ⟦Ctrl+O: Expand⟧",
		" 23│line 23",
		"…",
		" 27│line 27",
		" 28│line 28",
		" 29│line 29",
		"-30│line 30",
		"+30│thir",
		" 31│line 31",
		" 32│line 32",
		" 33│line 33",
	]);
	expect(editView.preview?.({ input: "[a.ts#1A" }, { ...options, streaming: true, taggedText })).toEqual([]);
});

import type { EditMode } from "@oh-my-pi/pi-tools/services/edit-mode";
import { project, refused, repaired, type Slip } from "./slip.ts";

const ten = project["ten.txt"];
const five = { "ten.txt": ten.replace("line 5\n", "five\n") };
const b = project["src/b.ts"];
const both = { ...five, "src/b.ts": b.replace("= 1", "= 2") };
const note = "Here `edit` takes `input`: `[PATH#TAG]` as read shows it";
const lines = "4:line 4\n5:five\n6:line 6";

const envelope = "*** Begin Patch\n*** Update File: ten.txt\n@@\n-line 5\n+five\n*** End Patch";
const diff = "--- a/ten.txt\n+++ b/ten.txt\n@@ -4,3 +4,3 @@\n line 4\n-line 5\n+five\n line 6\n";
const gitDiff = [
	`diff --git a/ten.txt b/ten.txt\nindex 111..222 100644\n${diff}`,
	"diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,1 @@\n+new\n",
	"diff --git a/notes.md b/notes.md\ndeleted file mode 100644\n--- a/notes.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-# Notes\n-\n-One.\n",
].join("");

/** Edits in the notation of another program or another mode. */
export const formSlips: readonly Slip[] = [
	// By text, where lines and tags are asked for.
	repaired("Edit", { file_path: "ten.txt", old_string: "line 5", new_string: "five" }, ["[ten.txt#", lines, note], {
		after: five,
	}),
	repaired("str_replace", { path: "ten.txt", old_str: "line 5", new_str: "five" }, [lines, note], { after: five }),
	repaired(
		"str_replace_editor",
		{ command: "str_replace", path: "ten.txt", old_str: "line 5", new_str: "five" },
		[lines, note],
		{ after: five },
	),
	repaired(
		"str_replace_based_edit_tool",
		{ command: "insert", path: "ten.txt", insert_line: 0, new_str: "zero" },
		"1:zero",
		{
			after: { "ten.txt": `zero\n${ten}` },
		},
	),
	repaired("str_replace_editor", { command: "create", path: "new.txt", file_text: "x\n" }, "[new.txt#", {
		after: { "new.txt": "x\n" },
	}),
	repaired("str_replace_editor", { command: "view", path: "ten.txt", view_range: [4, 5] }, [
		"[ten.txt#",
		"4:line 4\n5:line 5\n[Lines 4-5 of 10. The tool that reads is `read`",
	]),
	repaired("edit", { path: "twice.txt", old_string: "same", new_string: "x", replace_all: true }, "1:x", {
		after: { "twice.txt": "x\nother\nx\n" },
	}),
	refused("edit", { path: "twice.txt", old_string: "same", new_string: "x" }, "Found 2 "),
	refused("edit", { path: "ten.txt", old_string: "nowhere", new_string: "x" }, "Could not find"),
	refused("edit", { path: "ten.txt", old_string: "line 5", new_string: "line 5" }, "no changes"),
	repaired(
		"MultiEdit",
		{
			file_path: "ten.txt",
			edits: [
				{ old_string: "line 5", new_string: "5" },
				{ old_string: "5\n", new_string: "five\n" },
			],
		},
		[lines, note],
		{ after: five },
	),
	refused(
		"MultiEdit",
		{
			file_path: "ten.txt",
			edits: [
				{ old_string: "line 5", new_string: "five" },
				{ old_string: "nowhere", new_string: "x" },
			],
		},
		["Edit 2 of 2 (ten.txt): ", "Nothing was changed: send both again."],
	),
	repaired(
		"edit",
		{
			edits: [
				{ path: "ten.txt", old_text: "line 5", new_text: "five" },
				{ path: "src/b.ts", old_text: "= 1", new_text: "= 2" },
			],
		},
		["[ten.txt#", "[src/b.ts#"],
		{ after: both },
	),
	refused(
		"edit",
		{
			edits: [
				{ path: "ten.txt", old_text: "line 5", new_text: "five" },
				{ path: "src/b.ts", old_text: "nowhere", new_text: "x" },
			],
		},
		"Nothing was changed, also not ten.txt: send both again.",
	),
	repaired(
		"apply_diff",
		{ path: "ten.txt", diff: "<<<<<<< SEARCH\nline 5\n=======\nfive\n>>>>>>> REPLACE" },
		[lines, note],
		{ after: five },
	),

	// Patches, where lines and tags are asked for.
	repaired("apply_patch", { input: envelope }, ["[ten.txt#", lines, note], { after: five }),
	repaired("apply_patch", { patch: envelope }, [lines, note], { after: five }),
	repaired("edit", { input: envelope }, [lines, note], { after: five }),
	repaired("edit", { input: diff }, [lines, note], { after: five }),
	repaired("edit", { diff: gitDiff }, ["[ten.txt#", "[new.txt#", "Deleted notes.md"], {
		after: { ...five, "new.txt": "new\n", "notes.md": "(deleted)" },
	}),
	refused(
		"apply_patch",
		{
			input:
				"*** Begin Patch\n*** Update File: ten.txt\n@@\n-line 5\n+five\n*** Update File: no.txt\n@@\n-a\n+b\n*** End Patch",
		},
		["File not found: no.txt", "Nothing was changed, also not ten.txt: send both again."],
	),

	// The other modes take them, too.
	...(["replace", "patch"] as const).flatMap((mode) => inMode(mode, { input: envelope })),
	...(["replace", "apply_patch"] as const).flatMap((mode) => inMode(mode, { input: diff })),
	...(["patch", "apply_patch"] as const).flatMap((mode) =>
		inMode(mode, { file_path: "ten.txt", old_string: "line 5", new_string: "five" }),
	),
	...(["replace", "patch", "apply_patch"] as const).flatMap((mode) =>
		inMode(mode, {
			path: "ten.txt",
			edits: [
				{ old_string: "line 5", new_string: "5" },
				{ old_string: "5\n", new_string: "five\n" },
			],
		}),
	),

	// In the shell.
	repaired("bash", { command: `apply_patch <<'EOF'\n${envelope}\nEOF` }, [lines, "edit"], { after: five }),
	repaired("bash", { command: `applypatch << EOF\n${envelope}\nEOF\n` }, lines, { after: five }),
	repaired("shell", { command: ["apply_patch", envelope] }, lines, { after: five }),
	repaired(
		"bash",
		{ command: `cd src && apply_patch <<'PATCH'\n${envelope.replace("ten.txt", "../ten.txt")}\nPATCH` },
		lines,
		{
			after: five,
		},
	),
	refused("bash", { command: `apply_patch <<'EOF'\n${envelope.replace("line 5", "nowhere")}\nEOF` }, "Could not find"),
];

function inMode(mode: EditMode, args: Slip["args"]): Slip[] {
	return [repaired("edit", args, ["5|five", "Here `edit` takes"], { mode, after: five })];
}

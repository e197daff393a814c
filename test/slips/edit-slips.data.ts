import { project, refused, repaired, type Slip } from "./slip.ts";

const ten = project["ten.txt"];
const a = project["src/a.ts"];
const after = { "ten.txt": ten.replace("line 5\n", "five\n") };
const summed = { "src/a.ts": a.replace("return x + y;", "return y + x;") };
const replacing = { mode: "replace", after } as const;
const patching = { mode: "patch", after } as const;
const applying = { mode: "apply_patch", after } as const;

const hunk = "@@\n-line 5\n+five";
const envelope = (body: string) => ({ input: `*** Begin Patch\n*** Update File: ${body}\n*** End Patch` });

/** Slips in edits by text, patch and envelope. */
export const editSlips: readonly Slip[] = [
	// replace: names and types.
	repaired(
		"str_replace",
		{ path: "ten.txt", old_str: "line 5", new_str: "five" },
		"Read `old_str` as `old_string`.",
		replacing,
	),
	repaired(
		"Edit",
		{ file_path: "ten.txt", old_string: "line 5", new_string: "five" },
		"Read `file_path` as `path`.",
		replacing,
	),
	repaired(
		"edit",
		{ path: "ten.txt", old_text: "line 5", new_text: "five" },
		"Read `new_text` as `new_string`.",
		replacing,
	),
	repaired("edit", { path: "ten.txt", search: "line 5", replace: "five" }, "Read `search` as `old_string`.", replacing),
	repaired(
		"MultiEdit",
		{ path: "ten.txt", edits: [{ old_string: "line 5", new_string: "five" }] },
		"Read `edits` as",
		replacing,
	),
	repaired(
		"edit",
		{ path: "ten.txt", old_string: "line 5", new_string: "five", note: "x" },
		"Ignored `note`",
		replacing,
	),
	repaired(
		"edit",
		{ path: "src/a.ts", old_string: "return x + y;\n}", new_string: "return y + x;\n}" },
		"Successfully replaced text",
		{ mode: "replace", after: summed },
	),
	repaired(
		"edit",
		{ path: "src/a.ts", old_string: "    return x + y;\n}\n", new_string: "    return y + x;\n}\n" },
		"Inexact match at line 4: the indentation differs",
		{ mode: "replace", after: summed },
	),
	repaired(
		"edit",
		{ path: "ten.txt", old_string: "line 5", new_string: "five", replace_all: "false" },
		"replaced text",
		replacing,
	),
	refused(
		"edit",
		{ path: "twice.txt", old_string: "same", new_string: "x" },
		["Found 2 occurrences:", "Add more context"],
		{
			mode: "replace",
		},
	),
	refused("edit", { path: "ten.txt", old_string: "5:line 5", new_string: "x" }, "Closest match", { mode: "replace" }),
	refused("edit", { path: "ten.txt", old_string: "", new_string: "x" }, "old_string must not be empty.", {
		mode: "replace",
	}),
	refused("edit", { path: "ten.txt", old_string: "line 5", new_string: "line 5" }, "no changes", { mode: "replace" }),
	refused("edit", { path: "nowhere.txt", old_string: "a", new_string: "b" }, "File not found: nowhere.txt", {
		mode: "replace",
	}),
	refused("edit", { path: "ten.txt", old_string: "line 5" }, "new_string must be a string (was missing)", {
		mode: "replace",
	}),
	refused(
		"edit",
		{ input: "[ten.txt#1234]\nPUT 5:\n+x" },
		"input: unknown parameter of edit; expected: path, old_string",
		{
			mode: "replace",
		},
	),

	// patch.
	repaired("edit", { path: "ten.txt", diff: hunk }, "Read `patch` as `edits:", patching),
	repaired("edit", { file_path: "ten.txt", edits: [{ diff: hunk }] }, "Read `file_path` as `path`.", patching),
	repaired("edit", { path: "ten.txt", edits: JSON.stringify([{ diff: hunk }]) }, "5|five", patching),
	repaired("edit", { path: "ten.txt", edits: [{ diff: `--- a/ten.txt\n+++ b/ten.txt\n${hunk}` }] }, "5|five", patching),
	repaired("edit", { path: "ten.txt", edits: [{ diff: "@@ -50,1 +50,1 @@\n-line 5\n+five" }] }, "5|five", patching),
	repaired("edit", { path: "ten.txt", edits: [{ diff: hunk, why: "x" }] }, "Ignored `edits[0].why`", patching),
	repaired(
		"edit",
		{ path: "src/a.ts", edits: [{ diff: "@@\n-return x + y;\n+return y + x;" }] },
		"inexact match at line 4",
		{
			mode: "patch",
			after: summed,
		},
	),
	refused(
		"edit",
		{ path: "twice.txt", edits: [{ diff: "@@\n-same\n+x" }] },
		"Found multiple matches for hunk 1, at lines 1, 3",
		{
			mode: "patch",
		},
	),
	refused("edit", { path: "ten.txt", edits: [{ diff: "@@\n line 5" }] }, "Hunk 1 changes nothing", { mode: "patch" }),
	refused("edit", { path: "ten.txt", edits: [{ diff: "@@\n-line 55\n+x" }] }, "Closest match", { mode: "patch" }),
	refused("edit", { path: "ten.txt", edits: [{ op: "create", diff: "x" }] }, "File already exists: ten.txt", {
		mode: "patch",
	}),
	refused("edit", { path: "ten.txt", edits: [] }, "`edits` is empty", { mode: "patch" }),
	refused("edit", { path: "ten.txt", edits: [{}] }, "needs `diff` or `rename`", { mode: "patch" }),
	refused(
		"edit",
		{ path: "ten.txt", edits: [{ op: "modify", diff: hunk }] },
		'must be one of "create", "delete", "update" (was "modify")',
		{
			mode: "patch",
		},
	),

	// apply_patch.
	repaired(
		"apply_patch",
		envelope(`ten.txt\n${hunk}`),
		["The tool `apply_patch` is called `edit` here.", "5|five"],
		applying,
	),
	repaired("edit", { patch: envelope(`ten.txt\n${hunk}`).input }, "Read `patch` as `input`.", applying),
	repaired(
		"edit",
		{ input: `*** Update File: ten.txt\n${hunk}` },
		"Added the missing '*** Begin Patch' line.",
		applying,
	),
	repaired(
		"edit",
		{ input: `\`\`\`diff\n${envelope(`ten.txt\n${hunk}`).input}\n\`\`\`` },
		"Ignored the code fence",
		applying,
	),
	repaired("edit", { input: `apply_patch <<'EOF'\n${envelope(`ten.txt\n${hunk}`).input}\nEOF` }, "5|five", applying),
	repaired("edit", envelope("ten.txt\n-line 5\n+five"), "5|five", applying),
	repaired("edit", envelope("src/a.ts\n@@\n-return x + y;\n+return y + x;"), "inexact match at line 4", {
		mode: "apply_patch",
		after: summed,
	}),
	refused("edit", envelope("twice.txt\n@@\n-same\n+x"), "Found multiple matches for hunk 1", { mode: "apply_patch" }),
	refused("edit", envelope("nowhere.txt\n@@\n-a\n+b"), "File not found: nowhere.txt", { mode: "apply_patch" }),
	refused(
		"edit",
		{ input: "--- a/ten.txt\n+++ b/ten.txt\n@@\n-line 5\n+five" },
		"The first line of the patch must be",
		{
			mode: "apply_patch",
		},
	),
	refused(
		"edit",
		{ input: `*** Begin Patch\n*** Update File: ten.txt\n${hunk}` },
		"The last line of the patch must be",
		{
			mode: "apply_patch",
		},
	),
	refused("edit", { input: "*** Begin Patch\n*** Add File: new.txt\nx\n*** End Patch" }, 'begins with "+"; got "x"', {
		mode: "apply_patch",
	}),
	refused("edit", envelope("ten.txt\n@@\n line 5"), "Hunk 1 changes nothing", { mode: "apply_patch" }),
];

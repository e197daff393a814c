import { expect, test } from "bun:test";
import { withoutFilesTag } from "../history/files-tag.ts";
import { assistant, result, testLog, user } from "../testing/history.ts";
import { fileActivity, fileDetails, filesTag } from "./file-activity.ts";

test("files are collected from successful calls and from earlier summaries", () => {
	const log = testLog();
	log.appendMessage(user("go"));
	log.appendMessage(assistant("", [{ name: "read", arguments: { path: "long/ago.ts" } }]));
	log.appendMessage(result("…"));
	const kept = log.appendMessage(user("and"));
	log.appendCompaction({
		summary: "s",
		firstKeptEntryId: kept,
		tokensBefore: 1,
		details: { readFiles: ["remembered.ts"], modifiedFiles: ["old.ts"] },
	});
	log.appendMessage(
		assistant("", [
			{ name: "read", arguments: { path: "src/b.ts:1-9" }, id: "1" },
			{ name: "edit", arguments: { input: "[src/b.ts#00FF]\nREM\n" }, id: "2" },
			{ name: "write", arguments: { path: "src/c.ts" }, id: "3" },
			{ name: "read", arguments: { path: "missing.ts" }, id: "4" },
		]),
	);
	for (const toolCallId of ["1", "2", "3"]) log.appendMessage(result("ok", "x", { toolCallId }));
	log.appendMessage(result("no such file", "read", { toolCallId: "4", isError: true }));
	const activity = fileActivity(log.path());
	expect(fileDetails(activity)).toEqual({
		readFiles: ["remembered.ts"],
		modifiedFiles: ["old.ts", "src/b.ts", "src/c.ts"],
	});
	expect(filesTag(activity)).toBe(
		"<files>\n# ./\nold.ts (Write)\nremembered.ts (Read)\n# src/\nb.ts (RW)\nc.ts (Write)\n</files>",
	);
});

test("of many files, the changed and the most recent ones are listed", () => {
	const read = new Set(Array.from({ length: 30 }, (_, index) => `f${String(index).padStart(2, "0")}.ts`));
	const lines = filesTag({ read, modified: new Set(["f00.ts"]) }).split("\n");
	expect(lines.slice(0, 4)).toEqual(["<files>", "# ./", "f00.ts (RW)", "f11.ts (Read)"]);
	expect(lines.slice(-2)).toEqual(["[…10 files elided…]", "</files>"]);
	expect(filesTag({ read: new Set(), modified: new Set() })).toBe("");
});

test("an earlier file list is removed from a summary", () => {
	expect(withoutFilesTag("## Goal\nship\n\n<files>\n# ./\na (Read)\n</files>")).toBe("## Goal\nship");
});

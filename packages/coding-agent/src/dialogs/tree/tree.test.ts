import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { assistant, result, testLog, user } from "../../conversation/testing/history.ts";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { scriptedLines } from "../testing/scripted-lines.ts";
import { treeDialog } from "./tree-dialog.ts";

const altUp = "\x1b[1;3A";
const ctrlLeft = "\x1b[1;5D";
const ctrlRight = "\x1b[1;5C";
const enter = "\r";
const esc = "\x1b";

/** A greeting, and two ways it was gone on from; the second one is where we are. */
function forkedLog() {
	const log = testLog();
	log.appendModelChange("test/scripted");
	log.appendMessage(user("Say hello"));
	const fork = log.appendMessage(assistant("Hello."));
	const first = log.appendMessage(user("Now in French"));
	log.appendMessage(assistant("Bonjour."));
	log.branch(fork);
	log.appendMessage(user("List the folder"));
	log.appendMessage(assistant("", [{ name: "bash", arguments: { i: "Listing", command: "ls -la" } }]));
	log.appendMessage(result("a b", "bash"));
	log.appendMessage(assistant("Two files."));
	log.appendLabelChange(first, "french");
	return { log, first };
}

function tree(log = forkedLog().log) {
	return treeDialog({
		roots: log.tree(),
		leafId: log.leafId,
		path: log.path().map(({ id }) => id),
		filter: "default",
		setLabel: (id, label) => void log.appendLabelChange(id, label),
	});
}

function openTree(log = forkedLog().log) {
	return { log, ...openDialog(tree(log), { rows: 30 }) };
}

describe("session tree", () => {
	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(() => tree())).toMatchSnapshot();
	});

	test("branches hang from their fork, the way to here has bullets, and labels are shown", () => {
		expect(openTree().rows(60)).toEqual([
			" 🔍 Type to search",
			"   • user: Say hello",
			"   • assistant: Hello.",
			"   ├─   [french] user: Now in French",
			"   │    assistant: Bonjour.",
			"   └─ • user: List the folder",
			"      • [bash: ls -la]",
			" ❯    • assistant: Two files.",
			" (7/7) [default]",
			" Enter go · Shift+Enter summarize and go · Esc close",
		]);
	});

	test("calls are shown by their first text, and reminders only among everything", () => {
		const log = testLog();
		log.appendMessage(user("Fix it"));
		log.appendMessage(user("<system-reminder>Today is Monday.</system-reminder>"));
		log.appendMessage(
			assistant("", [{ name: "edit", arguments: { i: "Fixing", input: "[src/a.ts#12AB]\nPUT 1:\n+x" } }]),
		);
		log.appendMessage(result("done", "edit"));
		log.appendMessage(assistant("Done."));
		const here = openTree(log);
		expect(here.rows(60).slice(1, 4)).toEqual(["   • user: Fix it", "   • [edit: src/a.ts]", " ❯ • assistant: Done."]);
		here.press("\x1ba");
		expect(here.rows(60).join("\n")).toContain("• [reminder: Today is Monday.]");
	});

	verifies("tui:tree:navigator", () => {
		const here = openTree();
		// Filters: by their own keys and in turn.
		here.press("\x1bu");
		expect(here.rows(60).slice(1, 4)).toEqual([
			"   • user: Say hello",
			"   ├─   [french] user: Now in French",
			" ❯ └─ • user: List the folder",
		]);
		here.press("\x1bl");
		expect(here.rows(60)[1]).toBe(" ❯   [french] user: Now in French");
		here.press("\x1ba");
		expect(here.rows(60).join("\n")).toContain("[model: test/scripted]");
		here.press("\x0f");
		expect(here.rows(60).join("\n")).toContain("[default]");

		// Folding hides a branch and says how much.
		here.press("\x1b[F", ctrlLeft, ctrlLeft);
		expect(here.rows(60).join("\n")).toContain("user: List the folder ▸ 2 folded");
		here.press(ctrlRight);
		expect(here.rows(60).join("\n")).not.toContain("folded");

		// Turns, labels, search.
		here.press(altUp, "L", ..." and more", enter);
		expect(here.rows(60).join("\n")).toContain("[french and more] user: Now in French");
		expect([...here.log.entries()].at(-1)).toMatchObject({ type: "label", label: "french and more" });
		here.type("bonj");
		expect(here.rows(60)[1]).toBe(" ❯   assistant: Bonjour.");
		expect(here.press(esc)).toEqual([]);

		// Branching begins with what the user said, going anywhere.
		const { log, first } = forkedLog();
		const other = openTree(log);
		other.press("\x02");
		expect(other.rows(60).join("\n")).toContain("Only your own messages can start a new branch");
		expect(other.press(altUp, altUp, "\x02")).toEqual([
			{ entryId: first, name: "Before: Now in French", action: "branch" },
		]);
		expect(openTree(log).press(altUp, altUp, enter)).toEqual([
			{ entryId: first, name: "Before: Now in French", action: "go" },
		]);
		expect(openTree(log).press(altUp, altUp, "\x1b[13;2u")).toEqual([
			{ entryId: first, name: "Before: Now in French", action: "summarize" },
		]);
	});

	test("line by line: the entry, then what to do there", async () => {
		const { log, first } = forkedLog();
		const lines = scriptedLines(["3", "3"]);
		expect(await tree(log).plain(lines)).toEqual({ entryId: first, name: "Before: Now in French", action: "branch" });
	});

	test("line by line: a long session is searched first", async () => {
		const log = testLog();
		for (let turn = 0; turn < 60; turn++) log.appendMessage(user(`question ${turn}`));
		const lines = scriptedLines(["question 7", "1", "1"]);
		expect(await tree(log).plain(lines)).toMatchObject({ name: "Before: question 7", action: "go" });
		expect(lines.text()).toStartWith("60 entries. Search for (empty for the latest 40)\n> question 7\nSession Tree\n");
		const none = scriptedLines(["zebra"]);
		expect(await tree(log).plain(none)).toBeUndefined();
		expect(none.text()).toContain("Nothing was found.");
	});

	test("ten thousand messages open without delay or overflow", () => {
		const log = testLog();
		for (let turn = 0; turn < 5000; turn++) {
			log.appendMessage(user(`question ${turn}`));
			log.appendMessage(assistant(`answer ${turn}`));
		}
		expect(openTree(log).rows(60).join("\n")).toContain("answer 4999");
	});
});

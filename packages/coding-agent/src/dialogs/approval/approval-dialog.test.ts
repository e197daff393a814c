import { describe, expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ApprovalQuestion } from "../../conversation/approval/approval-question.ts";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { approvalDialog } from "./approval-dialog.ts";

const enter = "\r";
const down = "\x1b[B";
const esc = "\x1b";

const question: ApprovalQuestion = {
	toolCallId: "call_1",
	toolName: "bash",
	tier: "exec",
	title: "Allow tool: bash",
	args: {},
	reason: "Critical pattern detected",
	details: ["Command: rm -rf build"],
	choices: ["approve", "approve-session", "always", "deny", "deny-with-feedback"],
	queue: () => ({ position: 1, total: 1 }),
};

function open(given: Partial<ApprovalQuestion> = {}) {
	const stop = new AbortController();
	const opened = openDialog(approvalDialog({ ...question, ...given }, stop.signal));
	return { ...opened, answers: opened.results, stop };
}

describe("approval dialog", () => {
	test("shows what the call does, why it is asked, the choices with their keys, and what keys do", () => {
		expect(open().rows()).toEqual([
			"╭─── Run this command? ────────────────────────────────────╮",
			"│ Critical pattern detected                                │",
			"│ $ rm -rf build                                           │",
			"├──────────────────────────────────────────────────────────┤",
			"│ ❯ 1 Yes, this once (y)                                   │",
			"│   2 Yes, and all bash commands in this session (s)       │",
			"│   3 Yes, and all bash commands, saved globally (a)       │",
			"│   4 No (n)                                               │",
			"│   5 No, and tell the model what to do instead… (f)       │",
			"│ ↑↓ choose · Enter confirm · Esc deny                     │",
			"╰──────────────────────────────────────────────────────────╯",
		]);
	});

	test("an edit is named with its file and the lines it adds and removes", () => {
		const details = ["Path: src/parse.ts", "@@ -1,3 +1,4 @@", " same", "-old", "+new", "+newer"];
		expect(open({ toolName: "edit", tier: "write", details }).rows().slice(0, 3)).toEqual([
			"╭─── Edit src/parse.ts? +2 −1 ─────────────────────────────╮",
			"│ Critical pattern detected                                │",
			"│ @@ -1,3 +1,4 @@                                          │",
		]);
		expect(open({ toolName: "close", details: [] }).rows()[0]).toContain("Allow close? ──");
	});

	test("a file that is overwritten is named as such, with what changes in it", () => {
		const details = ["Overwrites: src/b.ts", " 1|same", "-2|old", "+2|new", "+3|newer"];
		expect(open({ toolName: "write", tier: "write", details }).rows().slice(0, 5)).toEqual([
			"╭─── Overwrite src/b.ts? +2 −1 ────────────────────────────╮",
			"│ Critical pattern detected                                │",
			"│  1│same                                                  │",
			"│ -2│old                                                   │",
			"│ +2│new                                                   │",
		]);
	});

	test("an edit looks as in the transcript: numbers in a gutter, bands, code colors and marked words", () => {
		const details = ["Path: src/parse.ts", " 1|const a = 1;", "-2|let b = 2;", "+2|let b = 3;"];
		const asked = { ...question, toolName: "edit", tier: "write", details } as const;
		const dialog = approvalDialog(asked, new AbortController().signal);
		const theme = {
			...plainTheme,
			toolDiffAddedBg: (text: string) => `<${text.trimEnd()}>`,
			inverse: (text: string) => `{${text}}`,
		};
		const highlight = (code: string) => code.replaceAll("let", "LET").split("\n");
		const { rows } = openDialog(dialog, { theme, highlight });
		expect(
			rows(60)
				.slice(2, 5)
				.map((row) => row.replace(/^│ (.*?) *│$/, "$1")),
		).toEqual([" 1│const a = 1;", "-2│let b = {2};", "<+2│LET b = {3};>"]);
	});

	test("a tool of an MCP server goes by the name that its card has, and the intent is shown", () => {
		const dialog = open({
			toolName: "mcp__files_list_tickets",
			label: "files/list_tickets",
			intent: "Find open tickets",
			details: ["status: open"],
		});
		expect(dialog.rows()[0]).toContain("Allow files/list_tickets?");
		expect(dialog.rows().join("\n")).toContain("Intent: Find open tickets");
		expect(dialog.rows().join("\n")).toContain("all calls of files/list_tickets in this");
		expect(dialog.rows().join("\n")).not.toContain("mcp__");
	});

	verifies("tui:approval:choices", () => {
		expect(open().press("y")).toEqual([{ choice: "approve" }]);
		expect(open().press("s")).toEqual([]);
		expect(open().press("s", "\r")).toEqual([{ choice: "approve-session" }]);
		expect(open().press("a", enter)).toEqual([{ choice: "always" }]);
		expect(open().press("n")).toEqual([{ choice: "deny" }]);
		expect(open().press("4")).toEqual([{ choice: "deny" }]);
		expect(open().press(down, down, down, enter)).toEqual([{ choice: "deny" }]);
		expect(open().press("f", "n", "o", enter)).toEqual([{ choice: "deny-with-feedback", feedback: "no" }]);
		expect(open({ choices: ["approve", "deny"] }).press("s", "a", "f", "y")).toEqual([{ choice: "approve" }]);
	});

	test("a single key saves nothing", () => {
		expect(open().press("a")).toEqual([]);
		expect(open().press("3")).toEqual([]);
	});

	verifies("tui:approval:esc-denies", () => {
		expect(open().press(esc)).toEqual([undefined]);
	});

	test("feedback is typed and goes along with the denial", () => {
		const dialog = open();
		expect(dialog.press("f", "y", "e", "s")).toEqual([]);
		expect(dialog.rows().at(-3)).toContain("yes");
		expect(dialog.press(enter)).toEqual([{ choice: "deny-with-feedback", feedback: "yes" }]);
		const back = open();
		back.press("f", esc);
		expect(back.press("n")).toEqual([{ choice: "deny" }]);
	});

	test("in 40 columns choices continue below their words", () => {
		const dialog = open({ choices: ["approve", "always", "deny"] });
		const rows = dialog.rows(40).map((row) => row.replace(/^│ (.*?) *│$/, "$1"));
		const at = rows.findIndex((row) => row.includes("2 Yes"));
		expect(rows.slice(at, at + 3)).toEqual(["  2 Yes, and all bash commands,", "    saved globally (a)", "  3 No (n)"]);
	});

	test("a rule is suggested, can be edited as long as it fits, and counts where the user says", () => {
		const rule = { call: "git commit -m x", suggestion: "git commit *" };
		const asked = () => open({ rule, choices: ["approve", "always-rule", "always", "deny"] });
		const dialog = asked();
		expect(dialog.rows()[5]).toContain("2 Yes, and always allow git commit *… (r)");
		dialog.press("r");
		expect(dialog.rows().slice(4)).toEqual([
			"│ Always allow commands matching (* matches anything):     │",
			"│ ❯ git commit *                                           │",
			"│ ○ this session  ◉ this project  ○ everywhere             │",
			"│ Enter save · Tab change scope · Esc back                 │",
			"╰──────────────────────────────────────────────────────────╯",
		]);
		dialog.press("\x15", ..."git push *", enter);
		expect(dialog.rows().at(-3)).toContain("Does not match this command (* matches anything)");
		expect(dialog.press("\x15", ..."git commit -m *", "\t", enter)).toEqual([
			{ choice: "always-rule", rule: "git commit -m *", scope: "everywhere" },
		]);
		expect(asked().press("r", enter)).toEqual([{ choice: "always-rule", rule: "git commit *", scope: "project" }]);
		expect(asked().press("r", "\t", "\t", enter)).toEqual([
			{ choice: "always-rule", rule: "git commit *", scope: "session" },
		]);
	});

	test.each([
		["git status", "git *", "Broad: allows all of git; what runs programs (git -c)"],
		["find . -name x", "find *", "Broad: allows all of find; what runs programs (find"],
		["python3 x.py", "python3 *", "Broad: python3 runs any code"],
		["export A=1", "export *", "Broad: allows all variables but those that decide what"],
		["ls", "l*", "Broad: allows every command that begins like this"],
	])("making a rule for %s that says %s tells how much it allows", (call, suggestion, note) => {
		const dialog = open({ rule: { call, suggestion }, choices: ["approve", "always-rule", "deny"] });
		dialog.press("r");
		expect(dialog.rows().join("\n")).toContain(note);
	});

	test("its looks, and how it reads aloud", async () => {
		const details = ["Path: a.ts", "@@ -1 +1 @@", "-old", "+new", " same"];
		const dialog = () => approvalDialog({ ...question, toolName: "edit", details }, new AbortController().signal);
		expect(await dialogPictures(dialog)).toMatchSnapshot();
	});

	test("a question in spite of the rules offers nothing that makes a rule", () => {
		const dialog = open({ choices: ["approve", "deny"] });
		expect(dialog.press("a", "s", "f")).toEqual([]);
		expect(
			dialog
				.rows()
				.slice(4, 6)
				.map((row) => row.slice(2, 22).trim()),
		).toEqual(["❯ 1 Yes, this once (", "2 No (n)"]);
	});

	test("several questions are counted, long calls are scrolled, and nothing in them controls the terminal", () => {
		const details = ["Command: echo \x1b[2Jhi", ...Array.from({ length: 30 }, (_, index) => `line ${index}`)];
		const dialog = open({ details, queue: () => ({ position: 2, total: 3 }) });
		const rows = dialog.rows();
		expect(rows[0]).toStartWith("╭─── Run this command? 2/3 ───");
		expect(rows[2]).toStartWith("│ $ echo ␛[2Jhi ");
		expect(rows[9]).toStartWith("│ … lines 1–7 of 31 ");
		const pageDown = "\x1b[6~";
		dialog.press(pageDown, pageDown, pageDown, pageDown, pageDown);
		expect(
			dialog
				.rows()
				.slice(8, 10)
				.map((row) => row.slice(2, 26).trim()),
		).toEqual(["line 29", "… lines 25–31 of 31"]);
	});

	test.each([
		["touch X #\rls -la", "touch X #␍ls -la"],
		["ls \x1b]0;touch X;\x07", "ls ␛]0;touch X;␇"],
		["ls \x1b]0;touch X", "ls ␛]0;touch X"],
		["ls \x1bPtouch X", "ls ␛Ptouch X"],
		["ls \u202e# X hcuot", "ls <U+202E># X hcuot"],
	])("nothing in %j is hidden, on the screen and read aloud", async (command, shown) => {
		const asked = { ...question, details: [`Command: ${command}`] };
		expect(open(asked).rows()[2]).toStartWith(`│ $ ${shown} `);
		let aloud = "";
		const lines = {
			choose: (text: string) => {
				aloud = text;
				return Promise.resolve(undefined);
			},
			enter: () => Promise.resolve(undefined),
			say: () => {},
		};
		await approvalDialog(asked, new AbortController().signal).plain?.(lines);
		expect(aloud).toEndWith(`Command: ${shown}`);
	});

	test("a run that is broken off takes the question back", () => {
		const dialog = open();
		dialog.stop.abort();
		expect(dialog.answers).toEqual([undefined]);
	});
});

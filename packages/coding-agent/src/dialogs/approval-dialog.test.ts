import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ApprovalQuestion } from "../conversation/approval/approval-question.ts";
import { approvalDialog } from "./approval-dialog.ts";
import { dialogPictures } from "./testing/dialog-pictures.ts";
import { openDialog } from "./testing/open-dialog.ts";

const enter = "\r";
const down = "\x1b[B";
const esc = "\x1b";

const question: ApprovalQuestion = {
	toolCallId: "call_1",
	toolName: "bash",
	tier: "exec",
	title: "Allow tool: bash",
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
	test("shows tier, reason, what the call does and the choices with their keys", () => {
		expect(open().rows()).toEqual([
			" tier exec · Reason: Critical pattern detected",
			" $ rm -rf build",
			"❯ Approve                   y",
			"  Approve for this session  s",
			"  Always allow bash         a · writes tools.approval",
			"  Deny                      n",
			"  Deny with feedback…       f · the text goes to the model",
		]);
	});

	verifies("tui:approval:choices", () => {
		expect(open().press("y")).toEqual([{ choice: "approve" }]);
		expect(open().press("s")).toEqual([{ choice: "approve-session" }]);
		expect(open().press("a")).toEqual([{ choice: "always" }]);
		expect(open().press("n")).toEqual([{ choice: "deny" }]);
		expect(open().press(down, down, down, enter)).toEqual([{ choice: "deny" }]);
		expect(open().press("f", "n", "o", enter)).toEqual([{ choice: "deny-with-feedback", feedback: "no" }]);
		expect(open({ choices: ["approve", "deny"] }).press("s", "a", "f", "y")).toEqual([{ choice: "approve" }]);
	});

	verifies("tui:approval:esc-denies", () => {
		expect(open().press(esc)).toEqual([undefined]);
	});

	test("feedback is typed and goes along with the denial", () => {
		const dialog = open();
		expect(dialog.press("f", "y", "e", "s")).toEqual([]);
		expect(dialog.rows().at(-1)).toContain("yes");
		expect(dialog.press(enter)).toEqual([{ choice: "deny-with-feedback", feedback: "yes" }]);
		const back = open();
		back.press("f", esc);
		expect(back.press("n")).toEqual([{ choice: "deny" }]);
	});

	test("a rule can be widened before it is written, as long as it fits", () => {
		const dialog = open({ rule: "git commit -m x", choices: ["approve", "always", "always-rule", "deny"] });
		expect(dialog.rows().slice(2)).toEqual([
			"❯ Approve                y",
			"  Always allow bash      a · writes tools.approval",
			"  Always allow by rule…  r · edit it first; writes bash.pat…",
			"  Deny                   n",
		]);
		dialog.press("r", "\x15", ..."git push *", enter);
		expect(dialog.rows().slice(-2)).toEqual([
			" ❯ git push *",
			" The rule does not fit this command; * stands for anything",
		]);
		expect(dialog.press("\x15", ..."git commit *", enter)).toEqual([{ choice: "always-rule", rule: "git commit *" }]);
	});

	test("its looks, and how it reads aloud", async () => {
		const details = ["Path: a.ts", "@@ -1 +1 @@", "-old", "+new", " same"];
		const dialog = () => approvalDialog({ ...question, toolName: "edit", details }, new AbortController().signal);
		expect(await dialogPictures(dialog)).toMatchSnapshot();
	});

	test("a question in spite of the rules offers nothing that makes a rule", () => {
		const dialog = open({ choices: ["approve", "deny"] });
		expect(dialog.press("a", "s", "f")).toEqual([]);
		expect(dialog.rows().slice(2)).toEqual(["❯ Approve  y", "  Deny     n"]);
	});

	test("several questions are counted, long calls are cut, and nothing in them controls the terminal", () => {
		const details = ["Command: echo \x1b[2Jhi", ...Array.from({ length: 30 }, (_, index) => `line ${index}`)];
		const rows = open({ details, queue: () => ({ position: 2, total: 3 }) }).rows();
		expect(rows[0]).toStartWith(" 2/3 · tier exec");
		expect(rows[1]).toBe(" $ echo hi");
		expect(rows[13]).toBe(" … 19 more lines");
	});

	test("a run that is broken off takes the question back", () => {
		const dialog = open();
		dialog.stop.abort();
		expect(dialog.answers).toEqual([undefined]);
	});
});

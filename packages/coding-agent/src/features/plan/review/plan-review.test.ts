import { expect, test } from "bun:test";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { dialogPictures } from "../../../dialogs/testing/dialog-pictures.ts";
import { openDialog } from "../../../dialogs/testing/open-dialog.ts";
import { scriptedLines } from "../../../dialogs/testing/scripted-lines.ts";
import { planReviewDialog } from "./plan-review-dialog.ts";

const text = "# Greeter plan\nMake it louder.\n\n## Steps\n1. Edit `greet.ts`\n2. Run the tests\n\n## Risks\nNone.\n";
const [down, right, tab, enter] = ["\x1b[B", "\x1b[C", "\t", "\r"];

function review(edit: (text: string) => Promise<string | undefined> = async () => undefined) {
	const copied: string[] = [];
	const dialog = () =>
		planReviewDialog({
			proposal: { slug: "greeter", url: "local://greeter-plan.md", text },
			roles: [{ name: "current" }, { name: "slow", model: { model: scriptedModelRecord, thinkingLevel: "high" } }],
			contextUse: "~1.2k / 200k",
			copy: (copy) => void copied.push(copy),
			edit,
		});
	return { dialog, copied, ...openDialog(dialog()) };
}

verifies("tui:plan:review", () => {
	expect(review().press(enter)).toEqual([{ kind: "execute" }]);
	expect(review().press(right, down, enter)).toEqual([
		{ kind: "compact", model: { model: scriptedModelRecord, thinkingLevel: "high" } },
	]);
	const refined = review();
	refined.press(tab, down, "a");
	refined.type("smaller");
	refined.press(enter, down, "d", tab, tab, down, down, down, enter);
	expect(refined.results).toEqual([{ kind: "refine", feedback: 'On "Steps": smaller\nLeave out: Risks' }]);
	const asked = review();
	asked.press(down, down, down, enter);
	asked.type("start with a test");
	expect(asked.press(enter)).toEqual([{ kind: "refine", feedback: "start with a test" }]);
});

test("a section that is deleted is left out of what is approved, and undo brings it back", () => {
	const cut = review();
	cut.press(tab, down, down, "d", enter, enter);
	expect(cut.results).toEqual([
		{ kind: "execute", text: "# Greeter plan\nMake it louder.\n\n## Steps\n1. Edit `greet.ts`\n2. Run the tests\n\n" },
	]);
	expect(review().press(tab, down, down, "d", "u", enter, enter)).toEqual([{ kind: "execute" }]);
});

test("the plan can be copied, changed in the user's editor, and dismissed", async () => {
	const edited = review(async (before) => before.replace("louder", "softer"));
	edited.press("c", "\x07");
	await Bun.sleep(0);
	expect(edited.copied).toEqual([text]);
	expect(edited.press(enter)).toEqual([{ kind: "execute", text: text.replace("louder", "softer") }]);
	expect(review().press("\x1b")).toEqual([undefined]);
});

test("read aloud, the plan is numbered choices", async () => {
	const lines = scriptedLines(["4", "smaller steps"]);
	expect(await review().dialog().plain(lines)).toEqual({ kind: "refine", feedback: "smaller steps" });
});

test("the review at every width, in colors and read aloud", async () => {
	expect(await dialogPictures(review().dialog)).toMatchSnapshot();
});

import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { testRenderOptions } from "../../../testing/test-render-options.ts";
import type { UserRun } from "../../reduce/block.ts";
import { userRunRenderer } from "./user-run.ts";

function drawn(run: Partial<UserRun>, options: { expanded?: boolean; width?: number } = {}) {
	const render = testRenderOptions({ expanded: () => options.expanded ?? false });
	const whole: UserRun = { id: "1", language: "bash", text: "ls", isPrivate: false, output: "", ...run };
	const view = userRunRenderer.create({ kind: "user_run", id: "1", run: whole, settled: false }, render);
	return view.render(options.width ?? 24).map((row) => row.trimEnd());
}

const rule = "─".repeat(24);

verifies("tui:message:shell-output", () => {
	const end = { exitCode: 2, cancelled: false };
	expect(drawn({ text: "make\nall", output: "\tone\nt\u001b[31mwo\n", end, isPrivate: true })).toEqual([
		rule,
		" $ make",
		"   all",
		"    one",
		" two",
		" exit code 2",
		" (not in context)",
		rule,
	]);
	expect(drawn({ end: { exitCode: 0, cancelled: false } })).toEqual([rule, " $ ls", rule]);
});

test("code has Python's prompts", () => {
	expect(drawn({ language: "python", text: "if x:\n  y()", output: "7" })).toEqual([
		rule,
		" >>> if x:",
		" ...   y()",
		" 7",
		rule,
	]);
});

test("the last 20 lines of output are shown, and all of them when expanded", () => {
	const output = Array.from({ length: 25 }, (_, index) => `line ${index + 1}\n`).join("");
	const folded = drawn({ output }, { width: 60 });
	expect(folded.slice(1, 4)).toEqual([" $ ls", " … 5 earlier lines ⟦Ctrl+O: Expand⟧", " line 6"]);
	expect(folded).toHaveLength(24);
	expect(drawn({ output }, { expanded: true, width: 60 })).toHaveLength(28);
});

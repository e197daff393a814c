import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { viewedOutput } from "../view/view.ts";
import { todoView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };

test("phases are numbered and counted, and each task shows its state", () => {
	const details = {
		phases: [
			{
				name: "Build",
				tasks: [
					{ content: "parse", status: "completed" },
					{ content: "run", status: "in_progress" },
				],
			},
			{ name: "Ship", tasks: [{ content: "tag", status: "blocked", blocker: "no key" }] },
		],
	};
	const output = viewedOutput({ content: [{ type: "text", text: "" }], details }, "done");
	expect(todoView.result?.(output, options, {})).toEqual([
		"├─ I. Build · 1/2",
		"│  ├─ ☑ parse",
		"│  └─ ▶ run",
		"└─ II. Ship · 0/1",
		"   └─ ☐ tag blocked: no key",
	]);
	// Where a panel shows them, the card only says how far things are.
	const beside = { ...options, todosInPanel: true };
	expect(todoView.meta?.(output, beside, {})).toBe("1/3 · run");
	expect([
		todoView.result?.(output, beside, {}),
		todoView.result?.(output, { ...beside, expanded: true }, {})?.length,
	]).toEqual([[], 5]);
});

test("a failed call shows what was wrong", () => {
	const output = viewedOutput({ content: [{ type: "text", text: 'Errors: Task "x" not found\nmore' }] }, "failed");
	expect(todoView.result?.(output, options, {})).toEqual(['Errors: Task "x" not found']);
});

import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { debugSample } from "./sample.data.ts";
import { debugView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 40 };
const title = (params: object) => debugView.title?.(params, options);

test("a call is titled by what it does", () => {
	expect(title({ action: "launch", program: "a.py", args: ["-v"] })).toBe("Debug a.py -v");
	expect(title({ action: "attach", pid: 5 })).toBe("Debug process 5");
	expect(title({ action: "set_breakpoint", file: "a.py", line: 3 })).toBe("Debug: set breakpoint a.py:3");
	expect(title({ action: "remove_breakpoint", function: "main" })).toBe("Debug: remove breakpoint main");
	expect(title({ action: "evaluate", expression: "a\nb" })).toBe("Debug: evaluate a b");
	expect(title({})).toBe("Debug: ");
});

test("a stop is drawn with the line marked and variables in a table, in 40 columns", () => {
	const { text, details } = debugSample.done;
	const output = { text: `${text}\nOutput:\nhello`, imageCount: 0, details, state: "done" as const };
	expect(debugView.meta?.(output, options, {})).toBe("breakpoint at stats.py:6");
	expect(debugView.result?.(output, options, {})).toEqual([
		"  3│def average(numbers):",
		"  4│    total = 0",
		"  5│    for number in numbers:",
		"❯ 6│        total += number",
		"  7│    return total / (len(numbers) - …",
		"number   2 int",
		"numbers  [2, 4, 6] list",
		"total    0 int",
		"hello",
	]);
});

test("an end and other results are drawn as their text", () => {
	const snapshot = { id: "debug-1", adapter: "odd", target: "x", state: "ended", exitCode: 3 };
	const details = { action: "continue", success: true, snapshot };
	const output = { text: "The program exited with code 3.", imageCount: 0, details, state: "done" as const };
	expect(debugView.meta?.(output, options, {})).toBe("exited with 3");
	expect(debugView.result?.(output, options, {})).toEqual(["The program exited with code 3."]);
	const failed = { text: "No active debug session.", imageCount: 0, details: undefined, state: "failed" as const };
	expect(debugView.result?.(failed, options, {})).toEqual(["No active debug session."]);
});

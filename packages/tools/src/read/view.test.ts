import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { type CallState, viewedOutput } from "../view/view.ts";
import { readView } from "./view.ts";

const shown = (text: string, details: object, options: { state?: CallState; expanded?: boolean } = {}) =>
	readView.result?.(
		viewedOutput({ content: [{ type: "text", text }], details }, options.state ?? "done"),
		{ theme: plainTheme, expanded: options.expanded ?? false, width: 80 },
		{},
	);

const details = { displayContent: { text: "nine\n…\n\televen", startLine: 9, lineNumbers: [9, null, 11] } };

test("a read is one line until someone wants to see it", () => {
	expect(readView.title?.({ path: "a.ts:9-11" }, { theme: plainTheme, expanded: false, width: 80 })).toBe(
		"Read a.ts:9-11",
	);
	expect(shown("[a.ts#1A2B]\n9:nine", details)).toEqual([]);
	expect(shown("[a.ts#1A2B]\n9:nine", details, { expanded: true })).toEqual([" 9│nine", "  │…", "11│   eleven"]);
	expect(shown("- a.ts 5B", {}, { expanded: true })).toEqual(["- a.ts 5B"]);
});

test("a failure is always shown", () => {
	expect(shown("Path 'x' not found", {}, { state: "failed" })).toEqual(["Path 'x' not found"]);
});

import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { type CallState, viewedOutput } from "../view/view.ts";
import type { BashDetails } from "./result.ts";
import { bashView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const shown = (text: string, details: object, state: CallState = "done", expanded = false) =>
	bashView.result?.(viewedOutput({ content: [{ type: "text", text }], details }, state), { ...options, expanded }, {});

test("a command of several lines is shown with its prompt", () => {
	expect(bashView.call?.({ command: "cat <<E\nhi\nE" }, options)).toEqual(["$ cat <<E", "  hi", "  E"]);
	expect(bashView.call?.({}, options)).toEqual(["$ "]);
});

test("a long command is folded, and escape sequences in it do nothing", () => {
	const command = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n");
	const folded = bashView.call?.({ command }, options) ?? [];
	expect([folded.length, folded[0], folded[6], folded[7]]).toEqual([
		8,
		"$ line 1",
		"  line 7",
		"… 13 more lines ⟦Ctrl+O: Expand⟧",
	]);
	expect(bashView.call?.({ command }, { ...options, expanded: true })).toHaveLength(20);
	expect(bashView.call?.({ command: "echo \x1b[31mred\x07" }, options)?.[0]).not.toContain("\x1b");
});

test("what the tool has to say besides is shown", () => {
	const text =
		"Wall time: 9 seconds, said the log\n\n\nWall time: 0.00 seconds\nTimeout clamped to 1s\n\nCommand exited with code 3\n\n[Showing lines 1-2 of 50]";
	expect(shown(text, { wallTimeMs: 0, exitCode: 3 }, "failed")).toEqual([
		"Wall time: 9 seconds, said the log",
		"Timeout clamped to 1s",
		"[Showing lines 1-2 of 50]",
		"⟦Wall: 0.00s | Exit: 3⟧",
	]);
});

test("a command that goes on in the background says so", () => {
	const text = "Backgrounded as job bg_1; result will be delivered automatically.";
	expect(shown(text, { timeoutSeconds: 300, async: { state: "running", jobId: "bg_1", type: "bash" } })).toEqual([
		"Running in background (bg_1)",
	]);
	const details: BashDetails = { async: { state: "running", jobId: "bg_2", type: "bash" } };
	expect(shown(`begun\n\n${text}`, details)).toEqual(["begun", "Running in background (bg_2)"]);
	// What the model is told beside it is not for people.
	expect(shown(`${text}\nServers and REPLs are better off with the tool \`launch\`.`, details)).toEqual([
		"Running in background (bg_2)",
	]);
});

test("a result is its output and one line of facts", () => {
	const text = "one\ntwo\n\n\nWall time: 1.25 seconds";
	expect(shown(text, { wallTimeMs: 1250, timeoutSeconds: 300 })).toEqual([
		"one",
		"two",
		"⟦Wall: 1.25s | Timeout: 300s⟧",
	]);
});

test("a failure says its exit code", () => {
	const text = "(no output)\n\nWall time: 0.00 seconds\n\nCommand exited with code 3";
	expect(shown(text, { wallTimeMs: 0, timeoutSeconds: 5, exitCode: 3 }, "failed")).toEqual([
		"⟦Wall: 0.00s | Timeout: 5s | Exit: 3⟧",
	]);
});

test("long output shows its end, and all of it when expanded", () => {
	const text = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n");
	const folded = shown(text, {}, "running") ?? [];
	expect(folded[0]).toBe("… 30 earlier lines ⟦Ctrl+O: Expand⟧");
	expect(folded.at(-1)).toBe("line 40");
	expect(folded).toHaveLength(11);
	expect(shown(text, {}, "running", true)).toHaveLength(40);
});

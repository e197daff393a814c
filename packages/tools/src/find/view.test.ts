import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { type CallState, viewedOutput } from "../view/view.ts";
import { findView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const shown = (details: object | undefined, state: CallState = "done", text = "") =>
	findView.result?.(viewedOutput({ content: [{ type: "text", text }], details }, state), options, {});

test("the title names the glob", () => {
	expect(findView.title?.({ path: "*.ts" }, options)).toBe("Find: *.ts");
	expect(findView.title?.({}, options)).toBe("Find: .");
});

const meta = (details: object) => findView.meta?.(viewedOutput({ content: [], details }, "done"), options, {});

test("a result counts paths and shows the first", () => {
	expect(shown({ files: ["a.ts", "src/"], truncated: false })).toEqual(["├─ a.ts", "└─ src/"]);
	expect([
		meta({ files: ["a.ts", "src/"], truncated: false }),
		meta({ files: ["a.ts"], truncated: true }),
		meta({ files: [], truncated: false }),
	]).toEqual(["2 paths", "1 path, and there are more", "nothing found"]);
	const many = Array.from({ length: 30 }, (_, index) => `f${index}`);
	expect(shown({ files: many, truncated: false })?.at(-1)).toBe("… 22 more paths ⟦Ctrl+O: Expand⟧");
});

test("what was found so far, and errors, are shown as they come", () => {
	expect(shown(undefined, "running", "/w/a\n/w/b")).toEqual(["/w/a", "/w/b"]);
	expect(shown(undefined, "failed", "Path not found: x")).toEqual(["Path not found: x"]);
});

import { expect, test } from "bun:test";
import { helpDialog } from "./help-dialog.ts";
import { openDialog } from "./testing/open-dialog.ts";

const tabs = [
	{ title: "Sessions", rows: [{ name: "/new", summary: "New session", insert: "/new " }] },
	{ title: "Keys", rows: Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, summary: "A key" })) },
];

test("a tab at a time, scrolled, and Enter gives a command back", () => {
	const dialog = openDialog(helpDialog(tabs), { rows: 12 });
	expect(dialog.rows()).toEqual([
		"╭─── Help ─────────────────────────────────────────────────╮",
		"│ [Sessions]  Keys                                         │",
		"├──────────────────────────────────────────────────────────┤",
		"│ ❯ /new  New session                                      │",
		"│ ←→ tabs · ↑↓ scroll · Enter use the command · Esc close  │",
		"╰──────────────────────────────────────────────────────────╯",
	]);
	const many = Array.from({ length: 8 }, (_, index) => ({ title: `A long title ${index}`, rows: tabs[0]?.rows ?? [] }));
	expect(openDialog(helpDialog(many), { rows: 12 }).rows(40)[1]).toBe("│ [A long title 0] 1/8                 │");
	dialog.press("\x1b[C", "\x1b[F");
	expect(dialog.rows()[8]).toContain("❯ f29  A key");
	expect(dialog.press("\x1b[D", "\r")).toEqual(["/new "]);
	expect(openDialog(helpDialog(tabs)).press("\x1b")).toEqual([undefined]);
});

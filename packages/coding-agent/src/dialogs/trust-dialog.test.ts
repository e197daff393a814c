import { expect, test } from "bun:test";
import { openDialog } from "./testing/open-dialog.ts";
import { trustDialog } from "./trust-dialog.ts";

const [enter, esc, down, pageDown, pageUp] = ["\r", "\x1b", "\x1b[B", "\x1b[6~", "\x1b[5~"];

test("trust: the safe choice comes first, and each choice can be taken", () => {
	expect(openDialog(trustDialog(["a"])).press(enter)).toEqual(["decline"]);
	expect(openDialog(trustDialog(["a"])).press(down, enter)).toEqual(["trust"]);
	expect(openDialog(trustDialog(["a"])).press(down, down, enter)).toEqual(["choose"]);
	expect(openDialog(trustDialog(["a"])).press(esc)).toEqual([undefined]);
});

test("trust: a long text is scrolled, whole and with the choices in view", () => {
	const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
	const dialog = openDialog(trustDialog(lines), { rows: 24 });
	const seen = new Set<string>();
	for (let page = 0; page < 40; page++) {
		const rows = dialog.rows();
		expect(rows.length).toBeLessThanOrEqual(24);
		expect(rows.join("\n")).toContain("Trust this version");
		for (const row of rows) if (/^ line \d+$/.test(row)) seen.add(row.trim());
		dialog.press(pageDown ?? "");
	}
	expect([...seen]).toEqual(lines);
	for (let page = 0; page < 40; page++) dialog.press(pageUp ?? "");
	expect(dialog.rows()[0]).toBe(" line 0");
});

test("trust: one endless line is wrapped, and the title of what follows can be reached", () => {
	const dialog = openDialog(trustDialog(["x".repeat(5000), "Hooks: a.sh"]), { rows: 24 });
	dialog.rows();
	for (let page = 0; page < 40; page++) dialog.press(pageDown ?? "");
	expect(dialog.rows().join("\n")).toContain("Hooks: a.sh");
});

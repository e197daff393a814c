import { expect, test } from "bun:test";
import { encodeTitleSlot } from "./title.ts";

const slot = {
	type: "title",
	v: 1,
	title: "Fix login",
	source: "user",
	updatedAt: "2026-11-15T02:36:32.437Z",
} as const;

test("encodeTitleSlot: the length does not depend on the title", () => {
	for (const title of ["", "Fix login", "ü".repeat(50), "a long one ".repeat(40), '"quoted"\\'.repeat(30)]) {
		const line = encodeTitleSlot({ ...slot, title }, 256);
		expect([line.length, line.at(-1)]).toEqual([256, 10]);
		expect(title.startsWith(JSON.parse(line.toString()).title)).toBe(true);
	}
	expect(JSON.parse(encodeTitleSlot(slot, 256).toString()).title).toBe("Fix login");
});

import { expect, test } from "bun:test";
import { NoteFilter } from "./note-filter.ts";

test("a note passes once, however it is spelled, and one that says nothing never", () => {
	const filter = new NoteFilter();
	expect(filter.accept(" The test is  skipped. ")).toBe("The test is  skipped.");
	expect(filter.accept("the TEST is skipped!")).toBeUndefined();
	for (const phrase of ["", "  ", "LGTM", "Looks good.", "No issues found!", "N/A", "…", "✅"]) {
		expect([phrase, filter.accept(phrase)]).toEqual([phrase, undefined]);
	}
	expect(filter.accept("テストが飛ばされている")).toBe("テストが飛ばされている");
	filter.clear();
	expect(filter.accept("the test is skipped")).toBe("the test is skipped");
});

test("a long note is cut, and only the last hundred are remembered", () => {
	const filter = new NoteFilter();
	expect(filter.accept("x".repeat(10_000))).toHaveLength(4001);
	for (let number = 0; number < 100; number++) filter.accept(`note ${number}`);
	expect(filter.accept("x".repeat(10_000))).toBeDefined();
	expect(filter.accept("note 99")).toBeUndefined();
});

import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { WordsBlock } from "../../testing/words-block.ts";
import { ContentPosition, firstChangedRow, rowsAfter } from "./content-position.ts";

function words(rows: readonly string[]): string[] {
	return rows.flatMap((row) => row.match(/w\d+/g) ?? []);
}

test("at another width the rows continue exactly where they stopped", () => {
	const random = seeded(31);
	for (let round = 0; round < 500; round++) {
		const block = new WordsBlock(
			Array.from({ length: 1 + random.below(60) }, (_, index) => `w${index}`),
			{ framed: random.chance(0.5) },
		);
		const before = block.render(8 + random.below(60));
		const shown = before.slice(0, random.below(before.length + 1));
		const rest = rowsAfter(new ContentPosition().after(shown), block.render(8 + random.below(60)));
		expect([...words(shown), ...words(rest)]).toEqual([...block.words]);
	}
});

test("blank rows that were shown are not repeated", () => {
	const position = new ContentPosition().after(["one", "", ""]);
	expect(rowsAfter(position, ["one", "", "", "two"])).toEqual(["two"]);
});

test("styles continue in a cut row", () => {
	const position = new ContentPosition().after(["red"]);
	expect(rowsAfter(position, ["\x1b[31mred and more\x1b[39m"])).toEqual(["\x1b[31mand more\x1b[39m"]);
});

test("finds the first row that differs from what was shown", () => {
	const position = new ContentPosition().after(["one two", "three"]);
	expect([
		firstChangedRow(position, ["one", "two", "three", "four"]),
		firstChangedRow(position, ["one", "2", "three"]),
		firstChangedRow(position, ["one two", "three four"]),
		firstChangedRow(position, ["one two"]),
	]).toEqual([undefined, 1, undefined, 0]);
});

test("many steps are the same as one, also when one of them is looked at in between", () => {
	const rows = Array.from({ length: 20_000 }, (_, index) => (index % 3 === 2 ? "" : ` \x1b[1mrow ${index}\x1b[22m │`));
	let position = new ContentPosition();
	for (const [index, row] of rows.entries()) {
		position = position.after([row]);
		if (index === 10_000) expect(position.emptyRows).toBe(0);
	}
	const whole = new ContentPosition().after(rows);
	expect(position.content).toBe(whole.content);
	expect(whole.content.slice(0, 12)).toBe("row0row1row3");
	expect([position.emptyRows, whole.emptyRows]).toEqual([0, 0]);
});

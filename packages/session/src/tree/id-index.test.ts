import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { IdIndex } from "./id-index.ts";

test("id-index: finds the same as a map, for any ids", () => {
	const { below: next } = seeded(7);
	const index = new IdIndex();
	const expected = new Map<string, number>();
	const newId = () => {
		const hex = next(2 ** 31)
			.toString(16)
			.padStart(8, "0");
		return [hex, hex, hex, `claude-${hex}`, hex.toUpperCase(), "00000000", "ffffffff", hex.slice(1)][next(8)] ?? "";
	};
	for (let place = 0; place < 20_000; place++) {
		const id = newId();
		const isNew = index.add(id, place);
		if (isNew === expected.has(id)) throw new Error(`${id} at ${place} was taken for ${isNew ? "new" : "known"}`);
		expected.set(id, place);
	}
	const wrong = [...expected].filter(([id, place]) => index.find(id) !== place);
	expect(wrong).toEqual([]);
	const absent = Array.from({ length: 2000 }, newId).filter((id) => !expected.has(id));
	expect(absent.filter((id) => index.find(id) !== undefined)).toEqual([]);
});

test("id-index: a repeated id has its last place", () => {
	const index = new IdIndex();
	for (const [place, id] of ["a1b2c3d4", "other", "a1b2c3d4", "other"].entries()) index.add(id, place);
	expect([index.find("a1b2c3d4"), index.find("other"), index.find("")]).toEqual([2, 3, undefined]);
});

test("id-index: ids that differ only in their first digits are found as quickly", () => {
	const index = new IdIndex();
	const ids = Array.from({ length: 60_000 }, (_, place) => `${place.toString(16).padStart(4, "0")}0000`);
	for (const [place, id] of ids.entries()) index.add(id, place);
	expect(ids.findIndex((id, place) => index.find(id) !== place)).toBe(-1);
});

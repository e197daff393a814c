import { expect, test } from "bun:test";
import { isRecord } from "./is-record.ts";

test("an object is a record; an array, null and plain values are not", () => {
	const values = [{}, { items: [] }, [], [{}], null, undefined, "text", 1];
	expect(values.map(isRecord)).toEqual([true, true, false, false, false, false, false, false]);
});

import { expect, test } from "bun:test";
import { newEntryId } from "./entry-id.ts";

test("newEntryId: returns eight lower-case hex digits from the random end of a UUIDv7", () => {
	const host = { newId: () => "01A1DD10-4135-7425-978C-8E0EB2CEEFEE" };
	expect(newEntryId(host, () => false)).toBe("b2ceefee");
});

test("newEntryId: retries when the id is taken, and stops when every id is taken", () => {
	const draws = ["-11111111", "-22222222"];
	expect(newEntryId({ newId: () => draws.shift() ?? "" }, (id) => id === "11111111")).toBe("22222222");
	expect(newEntryId({ newId: () => "-11111111" }, (id) => id === "11111111")).toMatch(/^[0-9a-f]{32}$/);
});

test("newEntryId: ids that are no UUIDs are hashed to eight digits", () => {
	const draw = (id: string) => newEntryId({ newId: () => id }, () => false);
	expect([draw("id-1"), draw("id-2")]).toEqual([draw("id-1"), draw("id-2")]);
	expect([draw("id-1").length, draw("id-1") === draw("id-2")]).toEqual([8, false]);
});

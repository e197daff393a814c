import { expect, test } from "bun:test";
import { accessFor, handledAccess, pathRule, rulesetAttributes } from "./landlock.ts";

const all = { reads: true, ports: true, abstractSockets: true, signals: true };

test("landlock: each version is asked for what it knows", () => {
	const handled = [1, 2, 3, 4, 5, 6, 7, 8].map((abi) => handledAccess(abi, true).toString(16));
	expect(handled).toEqual(["1fff", "3fff", "7fff", "7fff", "ffff", "ffff", "ffff", "ffff"]);
	expect([1, 2, 3, 5].map((abi) => handledAccess(abi, false).toString(16))).toEqual(["1ff2", "3ff2", "3ff2", "3ff2"]);
});

test("landlock: the attributes are as long as the version knows them", () => {
	const attributes = [1, 3, 4, 5, 6, 7].map((abi) => [...new BigUint64Array(rulesetAttributes(abi, all).buffer)]);
	expect(attributes).toEqual([
		[0x1fffn],
		[0x7fffn],
		[0x7fffn, 3n],
		[0xffffn, 3n],
		[0xffffn, 3n, 3n],
		[0xffffn, 3n, 3n],
	]);
});

test("landlock: a rule has rights of files for a file, and no right to make devices", () => {
	const handled = handledAccess(7, true);
	expect(accessFor("write", false, handled).toString(16)).toBe("4007");
	expect(accessFor("write", true, handled).toString(16)).toBe("77bf");
	expect(accessFor("read", true, handled)).toBe(13);
	expect(accessFor("list", true, handled)).toBe(8);
	expect(accessFor("device", false, handled).toString(16)).toBe("c006");
	expect([...pathRule(5, 250)]).toEqual([5, 0, 0, 0, 0, 0, 0, 0, 250, 0, 0, 0]);
});

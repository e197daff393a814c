import { expect, test } from "bun:test";
import { legacyKeys } from "./legacy-keys.ts";

const normal = { applicationCursor: false };

test.each([
	["y", "y"],
	["ü✓", "ü✓"],
	["\r", "\r"],
	["\x03", "\x03"],
	["\x1b[97u", "a"],
	["\x1b[97:65;2u", "A"],
	["\x1b[99;5u", "\x03"],
	["\x1b[27;5;99~", "\x03"],
	["\x1b[100;5u", "\x04"],
	["\x1b[32;5u", "\0"],
	["\x1b[92;5u", "\x1c"],
	["\x1b[13u", "\r"],
	["\x1b[9u", "\t"],
	["\x1b[9;2u", "\x1b[Z"],
	["\x1b[127u", "\x7f"],
	["\x1b[102;3u", "\x1bf"],
	["\x1bf", "\x1bf"],
	["\x1b[1;1:1A", "\x1b[A"],
	["\x1b[1;1:3A", ""],
	["\x1b[97;1:3u", ""],
	["\x1b[1;5C", "\x1b[1;5C"],
	["\x1bOA", "\x1b[A"],
	["\x1b[3~", "\x1b[3~"],
	["\x1b[5;1:2~", "\x1b[5~"],
	["\x1bOP", "\x1bOP"],
])("%j is sent to a program as %j", (data, expected) => {
	expect(legacyKeys(data, normal)).toBe(expected);
});

test("arrow keys have another prefix in application cursor mode", () => {
	const keys = ["\x1b[A", "\x1bOB", "\x1b[1;1:1C", "\x1b[1;2D"];
	expect(keys.map((key) => legacyKeys(key, { applicationCursor: true }))).toEqual([
		"\x1bOA",
		"\x1bOB",
		"\x1bOC",
		"\x1b[1;2D",
	]);
});

import { expect, test } from "bun:test";
import { anchorHeader, displayLine, displayMode } from "./display-mode.ts";

const preferences = { hashlineEdits: true, hashLines: true, lineNumbers: true };

test.each([
	["anchors for a stored text", preferences, { stored: true }, "hashline"],
	["numbers when nothing was stored", preferences, { stored: false }, "numbered"],
	[
		"numbers without an edit tool that takes anchors",
		{ ...preferences, hashlineEdits: false },
		{ stored: true },
		"numbered",
	],
	["numbers when anchors are switched off", { ...preferences, hashLines: false }, { stored: true }, "numbered"],
	[
		"plain text when numbers are off too",
		{ ...preferences, hashLines: false, lineNumbers: false },
		{ stored: true },
		"plain",
	],
	["plain text where it was asked for", preferences, { stored: true, plain: true }, "plain"],
] as const)("shows %s", (_what, wanted, text, mode) => {
	expect(displayMode(wanted, text)).toBe(mode);
});

test("rows and headers look as the edit tool reads them", () => {
	expect([
		anchorHeader("src/a.ts", "77F9"),
		displayLine("hashline", 3, "x"),
		displayLine("numbered", 3, "x"),
		displayLine("plain", 3, "x"),
	]).toEqual(["[src/a.ts#77F9]", "3:x", "3|x", "x"]);
});

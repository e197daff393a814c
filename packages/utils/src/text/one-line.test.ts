import { expect, test } from "bun:test";
import { oneLine } from "./one-line.ts";

test("line breaks and runs of spaces become one space; a limit cuts with an ellipsis", () => {
	expect(oneLine("  one\n\ttwo  three\r\n")).toBe("one two three");
	expect(oneLine("one\ntwo", 7)).toBe("one two");
	expect(oneLine("one\ntwo", 4)).toBe("one …");
});

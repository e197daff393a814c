import { expect, test } from "bun:test";
import { parseNumstat } from "./parse-numstat.ts";

test("numstat: changed, binary and renamed files, and names with tabs and line feeds", () => {
	expect(parseNumstat("1\t2\ta.ts\0-\t-\timage.png\x003\t0\t\0old\0new\x000\t4\tb\tc\nd\0")).toEqual([
		{ path: "a.ts", lines: 3, isBinary: false },
		{ path: "image.png", lines: 0, isBinary: true },
		{ path: "new", oldPath: "old", lines: 3, isBinary: false },
		{ path: "b\tc\nd", lines: 4, isBinary: false },
	]);
	expect(parseNumstat("")).toEqual([]);
});

import { expect, test } from "bun:test";
import { splitFolder } from "./folder.ts";

test("folder: a path is what is above, the beginning of its name and its end", () => {
	expect(splitFolder("/home/ada/code/x")).toEqual({ head: "/home/ada/code", start: "/x", end: "" });
	expect(splitFolder("/srv/a-very-long-name-of-2026-01")).toEqual({
		...{ head: "/srv", start: "/a-very-long-name-of", end: "-2026-01" },
	});
	expect(splitFolder("C:\\work\\app\\")).toEqual({ head: "C:\\work", start: "\\app\\", end: "" });
	expect(splitFolder("/")).toEqual({ head: "", start: "/", end: "" });
	expect(splitFolder("unknown")).toEqual({ head: "", start: "unknown", end: "" });
});

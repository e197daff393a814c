import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { snapshotTag } from "./snapshot-tag.ts";

verifies("tools-files:tag:vectors", () => {
	const vectors = {
		"": "5D05",
		"\n": "D352",
		"x\n": "9396",
		hello: "77F9",
		"hello\n": "5BF9",
		"hello\r\n": "5BF9",
		"hello \t\n": "5BF9",
		" hello\n": "9DD0",
		"a\nb\nc": "8653",
		"a\rb\rc": "8653",
		"a\u00a0\nb\n": "966E",
		"héllo wörld ✓\nline2\n": "497C",
	};
	expect(Object.fromEntries(Object.keys(vectors).map((text) => [text, snapshotTag(text)]))).toEqual(vectors);
});

test("a byte order mark and a line separator that is not a line end count", () => {
	expect(snapshotTag("\ufeffhello\n")).not.toBe(snapshotTag("hello\n"));
	expect(snapshotTag("a \u2028b\n")).not.toBe(snapshotTag("a\u2028b\n"));
});

import { expect, test } from "bun:test";
import { visibleName } from "./visible-name.ts";

test("a name shows its control characters, and others stay", () => {
	expect(visibleName("a\x1b[2J\x07\nb\x7f\x9bc\u202ed\u{e0041}")).toBe(
		"a\\u001b[2J\\u0007\\nb\\u007f\\u009bc\\u202ed\\u{e0041}",
	);
	expect(visibleName("größe 👍 \\n.ts")).toBe("größe 👍 \\n.ts");
});

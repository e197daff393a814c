import { expect, test } from "bun:test";
import { withoutCode } from "./without-code.ts";

test("code in thoughts is an ellipsis, also while it is being written", () => {
	expect(withoutCode("First.\n\n```ts\na();\nb();\n```\n\nThen.")).toBe("First.\n\n…\n\nThen.");
	expect(withoutCode("First.\n\n```ts\na();")).toBe("First.\n\n…");
	expect(withoutCode("First.\n\n```")).toBe("First.\n\n…");
	expect(withoutCode("~~~\nx\n~~~\nend ```inline``` stays")).toBe("…\nend ```inline``` stays");
	expect(withoutCode("`short` code is prose")).toBe("`short` code is prose");
});

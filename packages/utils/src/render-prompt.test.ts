import { expect, test } from "bun:test";
import { renderPrompt } from "./render-prompt.ts";

test("renderPrompt fills every place", () => {
	expect(renderPrompt("Hello {{name}}, {{name}}!\n", { name: "Ada" })).toBe("Hello Ada, Ada!");
});

test("renderPrompt complains about a missing and about an unused value", () => {
	expect(() => renderPrompt("{{name}}")).toThrow("no value for {{name}}");
	expect(() => renderPrompt("plain", { name: "Ada" })).toThrow("no place for name");
});

import { expect, test } from "bun:test";
import { renderPrompt } from "./render-prompt.ts";

test("renderPrompt: fills every placeholder", () => {
	expect(renderPrompt("Hello {{name}}, {{name}}!\n", { name: "Ada" })).toBe("Hello Ada, Ada!");
});

test("renderPrompt: throws for a missing and for an unused value", () => {
	expect(() => renderPrompt("{{name}}")).toThrow("no value for {{name}}");
	expect(() => renderPrompt("plain", { name: "Ada" })).toThrow("no placeholder for name");
});

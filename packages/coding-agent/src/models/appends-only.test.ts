import { expect, test } from "bun:test";
import { appendsOnly } from "./appends-only.ts";

test("auto: on for local engines and providers with a prompt cache", () => {
	const far = "https://api.example.com";
	expect(appendsOnly({ provider: "anthropic", baseUrl: far }, "auto")).toBe(true);
	expect(appendsOnly({ provider: "deepseek", baseUrl: far }, "auto")).toBe(true);
	expect(appendsOnly({ provider: "mine", baseUrl: "http://127.0.0.1:8080/v1" }, "auto")).toBe(true);
	expect(appendsOnly({ provider: "mine", baseUrl: "https://localhost.example.com" }, "auto")).toBe(false);
	expect(appendsOnly({ provider: "openai", baseUrl: far }, "auto")).toBe(false);
	expect(appendsOnly({ provider: "openai", baseUrl: far }, "on")).toBe(true);
	expect(appendsOnly({ provider: "anthropic", baseUrl: far }, "off")).toBe(false);
});

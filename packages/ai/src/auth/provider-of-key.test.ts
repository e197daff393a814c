import { expect, test } from "bun:test";
import { providersOfKey } from "./provider-of-key.ts";

test("a key tells its provider by how it begins, a common beginning several, an unknown one none", () => {
	const found = ["sk-ant-api03-x", "sk-proj-x", " sk-or-v1-x ", "AIzaSyx", "gsk_x", "hf_x", "sk-123", "whatever"].map(
		providersOfKey,
	);
	expect(found).toEqual([
		["anthropic"],
		["openai"],
		["openrouter"],
		["google"],
		["groq"],
		["huggingface"],
		["openai", "deepseek", "moonshot", "siliconflow"],
		[],
	]);
});

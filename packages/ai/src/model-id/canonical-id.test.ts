import { expect, test } from "bun:test";
import { canonicalId, isDated } from "./canonical-id.ts";
import { parseVersion } from "./model-version.ts";

test.each([
	["claude-opus-4-8", "claude-opus-4-8"],
	["anthropic/claude-opus-4.8", "claude-opus-4-8"],
	["us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"],
	["global.anthropic.claude-opus-4-6-v1", "claude-opus-4-6"],
	["claude-opus-4-5@20251101", "claude-opus-4-5"],
	["claude-opus-4-5-20251101", "claude-opus-4-5"],
	["gpt-4o-2024-08-06", "gpt-4o"],
	["z-ai/glm-5.2:free", "glm-5-2"],
	["openai/gpt-5.5:nitro", "gpt-5-5"],
	["accounts/fireworks/models/kimi-k2p7-code", "kimi-k2-7-code"],
	["moonshotai/Kimi-K2.7-Code", "kimi-k2-7-code"],
	["hf:zai-org/GLM-5.2", "glm-5-2"],
	["deepseek-ai/DeepSeek-V3", "deepseek-v3"],
	["gpt-oss:120b", "gpt-oss:120b"],
	["mistral-large-2411", "mistral-large-2411"],
])("canonical id: %s is %s", (id, expected) => {
	expect(canonicalId(id)).toBe(expected);
});

test.each([
	["claude-opus-4-8", [4, 8]],
	["us.anthropic.claude-opus-4-5-20251101-v1:0", [4, 5]],
	["claude-3-opus-20240229", [3]],
	["gpt-5.5-pro", [5, 5]],
	["gpt-4o-mini", [4]],
	["o3-mini", [3]],
	["gemini-3.1-pro-preview", [3, 1]],
	["kimi-k2.7-code", [2, 7]],
	["qwen3-235b-a22b", [3]],
	["llama-3.3-70b-versatile", [3, 3]],
	["deepseek-v4-flash-0731", [4]],
	["gpt-oss-120b", []],
	["codestral-latest", []],
])("version: %s is %p", (id, expected) => {
	expect(parseVersion(id)).toEqual(expected);
});

test("dated: ids of one release, in every format", () => {
	const dated = ["claude-opus-4-5-20251101", "us.anthropic.claude-opus-4-5-20251101-v1:0", "x@20251101", "gpt-4-0613"];
	const undated = ["claude-opus-4-8", "us.anthropic.claude-opus-4-8", "gpt-5.5", "llama-3.3-70b"];
	expect(dated.filter((id) => !isDated(id))).toEqual([]);
	expect(undated.filter(isDated)).toEqual([]);
});

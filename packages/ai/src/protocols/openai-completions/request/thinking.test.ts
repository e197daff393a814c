import { describe, expect, test } from "bun:test";
import { user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ProviderError } from "../../../errors/provider-error.ts";
import type { Model } from "../../../model/model.ts";
import { readTool } from "../../testing/calls.ts";
import { openaiCompletions } from "../protocol.ts";
import { body, call, custom, reasoner, thinking } from "../testing/request-fixture.ts";
import { encode } from "./encode.ts";

describe("openai-completions thinking", () => {
	const efforts = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;
	const fieldsOf = (overrides: Partial<Model>, options: Parameters<typeof call>[1]) => {
		const {
			reasoning_effort,
			reasoning,
			thinking: type,
			enable_thinking,
			chat_template_kwargs,
		} = body({ messages: [user("q")], tools: [readTool] }, options, overrides);
		return { reasoning_effort, reasoning, thinking: type, enable_thinking, chat_template_kwargs };
	};

	test.each([
		["GPT-5", { efforts: ["minimal", "low", "medium", "high"] }, ["minimal", "low", "medium", "high", "high", "high"]],
		["GPT-5.2", { efforts: ["low", "medium", "high", "xhigh"] }, ["low", "low", "medium", "high", "xhigh", "xhigh"]],
		["DeepSeek's ladder", { efforts: ["high", "max"] }, ["high", "high", "high", "high", "high", "max"]],
	] as const)("%s clamps each level to what it has", (_, { efforts: supported }, expected) => {
		const overrides = { ...reasoner, thinking: { mode: "effort", efforts: supported } } as const;
		expect(efforts.map((reasoning) => fieldsOf(overrides, { reasoning }).reasoning_effort)).toEqual([...expected]);
	});

	test("off is the lowest level, and nothing if the model cannot reason", () => {
		expect(fieldsOf(reasoner, {})).toEqual({ reasoning_effort: "minimal" } as never);
		expect(fieldsOf({}, { reasoning: "high" })).toEqual({} as never);
		expect(fieldsOf({ ...reasoner, compat: { supportsReasoningParams: false } }, { reasoning: "high" })).toEqual(
			{} as never,
		);
		expect(fieldsOf({ ...reasoner, thinking: { ...thinking, suppressWhenOff: true } }, {})).toEqual({} as never);
	});

	test("a level may have another name on the wire", () => {
		const named = { ...reasoner, thinking: { ...thinking, effortMap: { high: "ultra" } } };
		expect(fieldsOf(named, { reasoning: "high" }).reasoning_effort).toBe("ultra");
		const byHost = { ...reasoner, compat: { reasoningEffortMap: { high: "strong" } } };
		expect(fieldsOf(byHost, { reasoning: "high" }).reasoning_effort).toBe("strong");
	});

	verifies("ai-streaming:thinking:formats", () => {
		const ways = [
			["openrouter", { reasoning: { effort: "high" } }, { reasoning: { enabled: false } }],
			["zai", { thinking: { type: "enabled" } }, { thinking: { type: "disabled" } }],
			["qwen", { enable_thinking: true }, { enable_thinking: false }],
			[
				"qwen-chat-template",
				{ chat_template_kwargs: { enable_thinking: true } },
				{ chat_template_kwargs: { enable_thinking: false } },
			],
		] as const;
		for (const [thinkingFormat, on, off] of ways) {
			const overrides = { ...reasoner, ...custom, compat: { thinkingFormat } };
			expect(fieldsOf(overrides, { reasoning: "high" })).toEqual(on as never);
			expect(fieldsOf(overrides, {})).toEqual(off as never);
		}
		expect(fieldsOf(reasoner, { reasoning: "high" })).toEqual({ reasoning_effort: "high" } as never);
	});

	test("DeepSeek gets both switch and effort; Z.ai is asked to stream tool arguments", () => {
		const deepseek = { id: "deepseek-v4-flash", provider: "deepseek", reasoning: true, thinking };
		expect(fieldsOf(deepseek, { reasoning: "high" })).toEqual({
			thinking: { type: "enabled" },
			reasoning_effort: "high",
		} as never);
		const glm = { id: "glm-5.2", provider: "zhipu-coding-plan", reasoning: true, thinking };
		expect(body({ messages: [], tools: [readTool] }, {}, glm).tool_stream).toBe(true);
		expect(body([], {}, glm)).not.toHaveProperty("tool_stream");
	});

	test("a refused effort is not sent again", () => {
		const asked = call([user("q")], { reasoning: "high" }, reasoner);
		const refusal = new ProviderError("invalid-request", "400 reasoning_effort must be one of 'low', 'medium'", {
			status: 400,
		});
		expect(openaiCompletions.adapt?.(refusal, asked)).toBe(true);
		expect(encode(asked).body.reasoning_effort).toBe("medium");
	});
});

import { describe, expect, test } from "bun:test";
import { toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { ProviderError } from "../../../errors/provider-error.ts";
import type { ModelCall } from "../../../protocol/protocol.ts";
import { readTool } from "../../testing/calls.ts";
import { openaiCompletions } from "../protocol.ts";
import { assistant, body, call, custom, thinking } from "../testing/request-fixture.ts";
import { encode } from "./encode.ts";

describe("openai-completions tools", () => {
	const context = { messages: [user("q")], tools: [readTool, { ...readTool, name: "write" }] };
	const named = { type: "tool", name: "read" } as const;

	test.each([
		["auto", "auto"],
		["none", "none"],
		["any", "required"],
		["required", "required"],
		[named, { type: "function", function: { name: "read" } }],
		[
			{ type: "function", function: { name: "read" } },
			{ type: "function", function: { name: "read" } },
		],
		[{ type: "tool", name: "absent" }, undefined],
		[{ type: "computer" }, undefined],
	] as const)("choice %j is sent as %j", (toolChoice, expected) => {
		expect(body(context, { toolChoice }).tool_choice).toEqual(expected);
	});

	test("a choice is not sent without tools, nor to hosts that do not support it", () => {
		expect(body([user("q")], { toolChoice: "none" })).not.toHaveProperty("tool_choice");
		const without = { compat: { supportsToolChoice: false } };
		expect(body(context, { toolChoice: "required" }, without)).not.toHaveProperty("tool_choice");
	});

	test("if a tool cannot be forced, or not by name, the closest option is used", () => {
		expect(body(context, { toolChoice: named }, { compat: { supportsForcedToolChoice: false } }).tool_choice).toBe(
			"auto",
		);
		const local = body(context, { toolChoice: named }, { provider: "lm-studio", baseUrl: "http://127.0.0.1:1234/v1" });
		expect(local.tool_choice).toBe("required");
		expect((local.tools as Array<{ function: { name: string } }>).map((tool) => tool.function.name)).toEqual(["read"]);
	});

	test("a forced tool disables thinking for models that cannot do both", () => {
		const kimi = { id: "kimi-k2.6", provider: "moonshot", reasoning: true, thinking };
		const forced = body(context, { toolChoice: "required", reasoning: "high" }, kimi);
		expect(forced).toMatchObject({ thinking: { type: "disabled" }, tool_choice: "required" });
		const claude = { ...custom, id: "anthropic/claude-opus-4.5", reasoning: true, thinking };
		expect(body(context, { toolChoice: "required", reasoning: "high" }, claude)).not.toHaveProperty("reasoning_effort");
		expect(body(context, { toolChoice: "auto", reasoning: "high" }, claude)).toHaveProperty("reasoning_effort");
		const deepseek = { id: "deepseek-v4-pro", provider: "deepseek", reasoning: true, thinking };
		expect(body(context, { toolChoice: "auto", reasoning: "high" }, deepseek)).toMatchObject({
			thinking: { type: "disabled" },
		});
	});

	test("either all tools are strict or none, if the host does not support mixing", () => {
		const open = { ...readTool, name: "open", parameters: { type: "object", additionalProperties: true } };
		const strictOf = (tools: readonly object[]) =>
			(
				body({ messages: [], tools: tools as never }, {}, { provider: "cerebras" }).tools as Array<{
					function: { strict?: boolean };
				}>
			).map((tool) => tool.function.strict);
		expect(strictOf([readTool, readTool])).toEqual([true, true]);
		expect(strictOf([readTool, open])).toEqual([undefined, undefined]);
		expect(strictOf([{ ...readTool, strict: false }])).toEqual([undefined]);
	});

	test("strict tools are disabled by the first complaint", () => {
		const asked: ModelCall = call(context);
		const strict = () => (encode(asked).body.tools as Array<{ function: { strict?: boolean } }>)[0]?.function.strict;
		expect(strict()).toBe(true);
		openaiCompletions.adapt?.(new ProviderError("strict-schema", "400 invalid schema", { status: 400 }), asked);
		expect(strict()).toBeUndefined();
	});

	test("a tool with an invalid schema is left out", () => {
		const bad = { ...readTool, name: "bad", parameters: { type: "string" } };
		const { tools } = body({ messages: [], tools: [bad, readTool] });
		expect((tools as Array<{ function: { name: string } }>).map((tool) => tool.function.name)).toEqual(["read"]);
	});

	test("a history with calls but no tools gets an empty list if the gateway requires one", () => {
		const history = [assistant([{ type: "toolCall", id: "a", name: "read", arguments: {} }]), toolResult("a", "x")];
		expect(body(history, {}, { provider: "litellm" }).tools).toEqual([]);
		expect(body({ messages: history, tools: [] }, {}, { provider: "litellm" })).not.toHaveProperty("tools");
		expect(body(history)).not.toHaveProperty("tools");
	});
});

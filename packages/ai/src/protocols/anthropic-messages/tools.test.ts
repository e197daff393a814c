import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ProviderError } from "../../errors/provider-error.ts";
import type { Tool } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import { callTo } from "../testing/calls.ts";
import { encode } from "./encode.ts";
import { anthropicMessages } from "./protocol.ts";

const model: Model = {
	id: "claude-sonnet-4-5",
	name: "Claude Sonnet 4.5",
	provider: "anthropic",
	api: "anthropic-messages",
	baseUrl: "https://api.anthropic.com",
	reasoning: false,
	input: ["text"],
	cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
	contextWindow: 200_000,
	maxTokens: 64_000,
};
const read: Tool = {
	name: "read",
	description: "Runs a command",
	parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
};
const bash: Tool = { ...read, name: "bash", strict: true };
const call = callTo(model);
const strictOf = (asked: ReturnType<typeof call>) =>
	(encode(asked).body.tools as Array<{ strict?: boolean }>).map((tool) => tool.strict);

verifies("ai-streaming:schema:anthropic", () => {
	const request = encode(call({ messages: [], tools: [bash, read] }));
	expect(request.body.tools).toEqual([
		{
			name: "bash",
			description: "Runs a command",
			input_schema: { ...bash.parameters, additionalProperties: false },
			strict: true,
		},
		{ name: "read", description: "Runs a command", input_schema: bash.parameters },
	]);
	expect(request.headers["anthropic-beta"]).toContain("structured-outputs-2025-12-15");
});

test.each<[string, Tool, Partial<Model>, Record<string, string>]>([
	[
		"a schema that does not fit",
		{ ...bash, parameters: { type: "object", properties: { p: { oneOf: [{ type: "string" }] } } } },
		{},
		{},
	],
	["a tool that is not to be", { ...bash, strict: false }, {}, {}],
	["a tool that does not say", read, {}, {}],
	["another host", bash, { baseUrl: "https://claude.example.com" }, {}],
	["a host that is said not to", bash, { compat: { disableStrictTools: true } }, {}],
	["an environment that forbids it", bash, {}, { PI_NO_STRICT: "1" }],
])("anthropic tools: %s is not strict", (_, tool, overrides, env) => {
	const asked = call({ messages: [], tools: [tool] }, {}, { ...overrides, env });

	expect(strictOf(asked)).toEqual([undefined]);
});

test("anthropic tools: a complaint about strict tools disables them", () => {
	const asked = call({ messages: [], tools: [bash] });
	expect(strictOf(asked)).toEqual([true]);
	const complaint = new ProviderError("strict-schema", "400 tools.0.strict: not supported", { status: 400 });
	expect(anthropicMessages.adapt?.(complaint, asked)).toBe(true);
	expect(strictOf(asked)).toEqual([undefined]);
});

test("anthropic tools: alternatives at the root become one object", () => {
	const tool = { ...read, name: "either", parameters: { anyOf: [bash.parameters, { type: "object" }] } };
	expect(encode(call({ messages: [], tools: [tool] })).body.tools).toMatchObject([
		{ input_schema: { type: "object", properties: { command: { type: "string" } } } },
	]);
});

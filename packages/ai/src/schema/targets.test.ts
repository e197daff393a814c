import { describe, expect, test } from "bun:test";
import { modelCall } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { JsonSchema } from "../message.ts";
import type { Model } from "../model/model.ts";
import { builtInProtocols } from "../protocols/protocols.ts";
import { normalizeForAnthropic, strictForAnthropic } from "./anthropic.ts";
import { normalizeForCloudCodeAssist } from "./cloud-code-assist.ts";
import { normalizeForGrammar } from "./grammar.ts";
import { normalizeMcpSchema } from "./mcp.ts";
import { normalizeForMoonshot } from "./moonshot.ts";
import { normalizeForOpenAi } from "./openai.ts";
import { oneOfToAnyOf } from "./responses.ts";

const withProperty = (schema: unknown): JsonSchema => ({ type: "object", properties: { p: schema } });
const propertyOf = (schema: JsonSchema) => (schema.properties as { p: unknown }).p;
const empty = { type: "object", properties: {} };
const plainModel: Model = {
	id: "some-model",
	name: "Some model",
	provider: "custom",
	api: "openai-completions",
	baseUrl: "https://gateway.example.com/v1",
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 16_384,
};

describe("openai", () => {
	test("a schema that cannot be strict is sent unchanged, as not strict", () => {
		const schema = withProperty({ type: "object", additionalProperties: { type: "string" } });
		expect(normalizeForOpenAi(schema, { strict: true })).toEqual({ parameters: schema, strict: false });
	});

	test("without strict mode, optional fields stay optional", () => {
		const schema = withProperty({ type: "string", minLength: 1 });
		expect(normalizeForOpenAi(schema, { strict: false })).toEqual({ parameters: schema, strict: false });
	});

	test("alternatives at the root become one object", () => {
		const schema = {
			anyOf: [
				{ type: "object", properties: { a: { type: "string" } }, required: ["a"] },
				{ type: "object", properties: { b: { type: "string" } }, required: ["b"] },
			],
		};
		expect(normalizeForOpenAi(schema, { strict: false })?.parameters).toEqual({
			type: "object",
			properties: { a: { type: "string" }, b: { type: "string" } },
		});
	});

	test("a root reference is followed", () => {
		const schema = { $ref: "#/definitions/args", definitions: { args: withProperty({ type: "string" }) } };
		expect(normalizeForOpenAi(schema, { strict: false })?.parameters).toEqual(withProperty({ type: "string" }));
	});

	test("a root that is no object yields no tool", () => {
		expect(normalizeForOpenAi({ type: "string" }, { strict: true })).toBeUndefined();
		expect(normalizeForOpenAi({ anyOf: [{ type: "string" }, { type: "integer" }] }, { strict: false })).toBeUndefined();
	});

	test("the Responses API gets anyOf for oneOf, at any depth", () => {
		const schema = withProperty({ type: "array", items: { oneOf: [{ type: "string" }, { type: "integer" }] } });
		expect(propertyOf(oneOfToAnyOf(schema))).toEqual({
			type: "array",
			items: { anyOf: [{ type: "string" }, { type: "integer" }] },
		});
	});
});

describe("moonshot", () => {
	test.each([
		["a constant", { const: "x" }, { enum: ["x"], type: "string" }],
		["a bare enum", { enum: [1, 2] }, { enum: [1, 2], type: "integer" }],
		["unknown keywords", { type: "string", format: "uri", $comment: "x", pattern: "a" }, { type: "string" }],
		[
			"a type beside alternatives",
			{ type: "string", anyOf: [{ enum: ["a"] }, { minLength: 3 }] },
			{
				anyOf: [
					{ type: "string", enum: ["a"] },
					{ type: "string", minLength: 3 },
				],
			},
		],
	])("%s", (_, schema, expected) => {
		expect(propertyOf(normalizeForMoonshot(withProperty(schema)))).toEqual(expected);
	});
});

verifies("ai-streaming:schema:local-grammars", async () => {
	const tool = { name: "t", description: "", parameters: withProperty({ const: "x" }) };
	const anything = { ...tool, parameters: withProperty({}) };
	const protocol = await builtInProtocols.get("openai-completions")?.();
	const sentTo = (provider: string, offered: typeof tool) => {
		const model = { ...plainModel, provider };
		const body = protocol?.encode(modelCall(model, { messages: [], tools: [offered] })).body;
		return (body?.tools as Array<{ function: { parameters: JsonSchema } }> | undefined)?.map((sent) =>
			propertyOf(sent.function.parameters),
		);
	};
	expect(sentTo("moonshot", tool)).toEqual([{ enum: ["x"], type: "string" }]);
	expect(sentTo("lm-studio", anything)).toEqual([{ type: ["string", "number", "boolean", "null"] }]);
	expect(sentTo("custom", anything)).toEqual([{}]);
});

describe("grammar", () => {
	const anything = { type: ["string", "number", "boolean", "null"] };
	test.each([
		["true", true, anything],
		["an empty schema", {}, anything],
		["a described anything", { description: "Whatever" }, { ...anything, description: "Whatever" }],
		["items of anything", { type: "array", items: {} }, { type: "array", items: anything }],
		["a shaped schema", { type: "object", additionalProperties: true }, { type: "object", additionalProperties: true }],
	])("%s", (_, schema, expected) => {
		expect(propertyOf(normalizeForGrammar(withProperty(schema)))).toEqual(expected);
	});
});

describe("anthropic", () => {
	test("unsupported keywords are removed, limits stay", () => {
		const schema = withProperty({ type: "string", minLength: 1, "x-order": 1, deprecated: true, readOnly: true });
		expect(normalizeForAnthropic(schema)).toEqual(withProperty({ type: "string", minLength: 1 }));
	});

	test("a combiner at the root becomes one object", () => {
		expect(
			normalizeForAnthropic({ oneOf: [withProperty({ type: "string" }), withProperty({ type: "integer" })] }),
		).toEqual({
			type: "object",
			properties: { p: { anyOf: [{ type: "string" }, { type: "integer" }] } },
		});
	});

	test("a strict tool is closed, and its limits are in the description", () => {
		expect(strictForAnthropic(withProperty({ type: "integer", minimum: 1 }))).toEqual({
			type: "object",
			properties: { p: { type: "integer", description: "(minimum: 1)" } },
			required: [],
			additionalProperties: false,
		});
	});

	test.each([
		["oneOf", { oneOf: [{ type: "string" }] }],
		["a reference", { $ref: "#/$defs/x" }],
		["a map", { type: "object", additionalProperties: { type: "string" } }],
		["an object of any shape", { type: "object" }],
	])("%s does not fit strict mode", (_, schema) => {
		expect(strictForAnthropic(withProperty(schema))).toBeUndefined();
	});
});

describe("cloud code assist", () => {
	test.each([
		["a nullable type", { type: ["string", "null"] }, { type: "string" }],
		["alternatives without a common type", { anyOf: [{ type: "string" }, { type: "integer" }] }, { type: "string" }],
		["constants", { oneOf: [{ const: "a" }, { const: "b" }] }, { type: "string", enum: ["a", "b"] }],
		["limits", { type: "string", maxLength: 3 }, { type: "string", description: "(maxLength: 3)" }],
	])("%s", (_, schema, expected) => {
		expect(propertyOf(normalizeForCloudCodeAssist(withProperty(schema)))).toEqual(expected);
	});

	test("a tool that becomes meaningless is offered without parameters", () => {
		expect(normalizeForCloudCodeAssist({ type: "string" })).toEqual(empty);
		expect(normalizeForCloudCodeAssist(withProperty({ type: "file" }))).toEqual(empty);
	});
});

describe("mcp", () => {
	test("references and leftovers are removed, and the root is an object", () => {
		expect(
			normalizeMcpSchema({
				$schema: "http://json-schema.org/draft-07/schema#",
				$id: "tool",
				properties: { at: { $ref: "#/definitions/place" }, any: true, broken: { type: "string", title: null } },
				required: "at",
				"x-vendor": 1,
				definitions: { place: { type: "string", $comment: "ours" } },
			}),
		).toEqual({ type: "object", properties: { at: { type: "string" }, any: {}, broken: { type: "string" } } });
	});

	test.each([[undefined], [null], ["text"], [[]], [{}], [{ type: "string" }], [{ properties: [] }]])(
		"%p is a tool without parameters",
		(schema) => {
			expect(normalizeMcpSchema(schema)).toEqual(empty);
		},
	);
});

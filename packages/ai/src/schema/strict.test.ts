import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { JsonSchema } from "../message.ts";
import { strictSchema } from "./strict.ts";

const object = (properties: Record<string, unknown>, required: string[] = Object.keys(properties)) => ({
	type: "object",
	properties,
	required,
});
const property = (schema: unknown, required = true) =>
	(strictSchema(object({ p: schema }, required ? ["p"] : []))?.properties as { p: JsonSchema } | undefined)?.p;

verifies("ai-streaming:schema:strict-openai", () => {
	expect(
		strictSchema({
			$schema: "https://json-schema.org/draft/2020-12/schema",
			...object(
				{
					path: { type: "string", description: "Where", minLength: 1 },
					limit: { type: "integer", description: "How many", default: 10 },
					options: object({ deep: { type: "boolean" } }, []),
				},
				["path"],
			),
		}),
	).toEqual({
		type: "object",
		properties: {
			path: { type: "string", description: "Where" },
			limit: { description: "How many (default: 10)", anyOf: [{ type: "integer" }, { type: "null" }] },
			options: {
				anyOf: [
					{
						type: "object",
						properties: { deep: { anyOf: [{ type: "boolean" }, { type: "null" }] } },
						required: ["deep"],
						additionalProperties: false,
					},
					{ type: "null" },
				],
			},
		},
		required: ["path", "limit", "options"],
		additionalProperties: false,
	});
});

test("strict: a tool without parameters is an empty closed object", () => {
	const empty = { type: "object", properties: {}, required: [], additionalProperties: false };
	expect(strictSchema({ type: "object" })).toEqual(empty);
	expect(strictSchema({})).toEqual(empty);
});

test.each([
	["an optional that may be null already", { type: ["string", "null"] }, false, { type: ["string", "null"] }],
	[
		"an optional union with null",
		{ anyOf: [{ type: "string" }, { type: "null" }] },
		false,
		{ anyOf: [{ type: "string" }, { type: "null" }] },
	],
	["an enum without a type", { enum: ["a", "b"] }, true, { type: "string", enum: ["a", "b"] }],
	["a nullable enum", { enum: ["a", null] }, false, { type: ["string", "null"], enum: ["a", null] }],
	["a constant", { const: 3 }, true, { type: "integer", const: 3 }],
	[
		"oneOf",
		{ oneOf: [{ type: "string" }, { type: "integer", minimum: 1 }], description: "Either" },
		true,
		{ description: "Either", anyOf: [{ type: "string" }, { type: "integer" }] },
	],
	[
		"allOf of one",
		{ allOf: [{ type: "string", description: "inner" }], description: "outer" },
		true,
		{ type: "string", description: "inner" },
	],
	[
		"an array",
		{ type: "array", items: { type: "string", format: "uri" }, minItems: 1 },
		true,
		{ type: "array", items: { type: "string" } },
	],
	["a default without a description", { type: "integer", default: 1 }, true, { type: "integer" }],
] as const)("strict: %s", (_, schema, required, expected) => {
	expect(property(schema, required)).toEqual(expected);
});

test("strict: local references are inlined, and keywords beside them win", () => {
	const schema = {
		...object({ at: { $ref: "#/$defs/place", description: "Here" } }),
		$defs: { place: { type: "string", description: "A place" } },
	};
	expect(strictSchema(schema)?.properties).toEqual({ at: { type: "string", description: "Here" } });
});

test.each([
	["a mixed enum", { enum: ["a", 1] }],
	["a mixed enum with a type", { type: "string", enum: ["a", 1] }],
	["an object constant", { const: { a: 1 } }],
	["anything", {}],
	["a boolean schema", true],
	["a map", { type: "object", additionalProperties: { type: "string" } }],
	["an open object", { type: "object", properties: {}, additionalProperties: true }],
	["an object of any shape", { type: "object" }],
	["an array of anything", { type: "array" }],
	["a tuple", { type: "array", prefixItems: [{ type: "string" }] }],
	["several allOf", { allOf: [{ type: "string" }, { minLength: 1 }] }],
	["not", { not: { type: "string" } }],
	["patternProperties", { type: "object", properties: {}, patternProperties: { "^x": { type: "string" } } }],
	["itself", { $ref: "#" }],
])("strict: rejects %s", (_, schema) => {
	expect(strictSchema(object({ p: schema }))).toBeUndefined();
});

import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { JsonSchema } from "../message.ts";
import { normalizeForGoogle } from "./google.ts";

const property = (schema: unknown) =>
	(normalizeForGoogle({ type: "object", properties: { p: schema } }).properties as { p: JsonSchema }).p;

verifies("ai-streaming:schema:google", () => {
	expect(
		normalizeForGoogle({
			$schema: "http://json-schema.org/draft-07/schema#",
			type: "object",
			additionalProperties: false,
			properties: {
				path: { type: "string", description: "Where" },
				lines: { type: "array", items: { type: "integer" } },
			},
			required: ["path", "missing"],
		}),
	).toEqual({
		type: "object",
		properties: {
			path: { type: "string", description: "Where" },
			lines: { type: "array", items: { type: "integer" } },
		},
		required: ["path"],
		propertyOrdering: ["path", "lines"],
	});
});

test.each([
	["a nullable type array", { type: ["string", "null"] }, { type: "string", nullable: true }],
	["a nullable union", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string", nullable: true }],
	["OpenAPI's nullable", { type: "integer", nullable: true }, { type: "integer", nullable: true }],
	[
		"a union of several types and null",
		{ type: ["string", "integer", "null"] },
		{ anyOf: [{ type: "string" }, { type: "integer" }], nullable: true },
	],
	["oneOf", { oneOf: [{ type: "string" }, { type: "boolean" }] }, { anyOf: [{ type: "string" }, { type: "boolean" }] }],
	["snake case", { any_of: [{ type: "string" }, { type: "null" }] }, { type: "string", nullable: true }],
	["a constant", { const: "on" }, { type: "string", enum: ["on"] }],
	["constants of one type", { oneOf: [{ const: "a" }, { const: "b" }] }, { type: "string", enum: ["a", "b"] }],
	["an enum with null", { enum: ["a", null] }, { type: "string", enum: ["a"], nullable: true }],
	["a mixed enum", { enum: ["a", 1], description: "Pick" }, { description: 'Pick (one of "a", 1)' }],
	[
		"limits",
		{ type: "integer", description: "How many", minimum: 1, maximum: 9, default: 3 },
		{ type: "integer", description: "How many (minimum: 1, maximum: 9, default: 3)" },
	],
	[
		"a pattern without a description",
		{ type: "string", pattern: "^a" },
		{ type: "string", description: '(pattern: "^a")' },
	],
	["an array of anything", { type: "array" }, { type: "array", items: { type: "string" } }],
	[
		"a tuple",
		{ type: "array", items: [{ type: "integer" }, { type: "integer" }] },
		{ type: "array", items: { type: "integer" } },
	],
	[
		"allOf",
		{
			allOf: [
				{ type: "object", properties: { a: { type: "string" } }, required: ["a"] },
				{ properties: { b: { type: "integer" } }, required: ["b"] },
			],
		},
		{
			type: "object",
			properties: { a: { type: "string" }, b: { type: "integer" } },
			required: ["a", "b"],
			propertyOrdering: ["a", "b"],
		},
	],
	[
		"alternatives that are all objects",
		{
			anyOf: [
				{
					type: "object",
					properties: { kind: { const: "file" }, path: { type: "string" } },
					required: ["kind", "path"],
				},
				{ type: "object", properties: { kind: { const: "url" }, url: { type: "string" } }, required: ["kind", "url"] },
			],
		},
		{
			type: "object",
			properties: {
				kind: { type: "string", enum: ["file", "url"] },
				path: { type: "string" },
				url: { type: "string" },
			},
			required: ["kind"],
			propertyOrdering: ["kind", "path", "url"],
		},
	],
	["a boolean schema", true, {}],
] as const)("google: %s", (_, schema, expected) => {
	expect(property(schema)).toEqual(expected);
});

test("google: references are inlined, keywords beside them win, and recursion is cut", () => {
	expect(
		normalizeForGoogle({
			type: "object",
			properties: { tree: { $ref: "#/definitions/node", description: "The root" } },
			definitions: {
				node: {
					type: "object",
					description: "A node",
					properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/definitions/node" } } },
				},
			},
		}),
	).toEqual({
		type: "object",
		properties: {
			tree: {
				type: "object",
				description: "The root",
				properties: {
					name: { type: "string" },
					children: { type: "array", items: { type: "object", description: "A node" } },
				},
				propertyOrdering: ["name", "children"],
			},
		},
		propertyOrdering: ["tree"],
	});
});

test("google: a property may be named like a keyword", () => {
	expect(
		normalizeForGoogle({
			type: "object",
			properties: { pattern: { type: "string" }, any_of: { type: "string" }, $ref: { type: "string" } },
			required: ["pattern"],
		}),
	).toEqual({
		type: "object",
		properties: { pattern: { type: "string" }, any_of: { type: "string" }, $ref: { type: "string" } },
		required: ["pattern"],
		propertyOrdering: ["pattern", "any_of", "$ref"],
	});
});

test("google: the input schema is not modified", () => {
	const schema = { type: "object", properties: { p: { type: ["string", "null"], default: null } } };
	const before = structuredClone(schema);
	normalizeForGoogle(schema);
	expect(schema).toEqual(before);
});

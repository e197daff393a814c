import { expect, test } from "bun:test";
import type { JsonSchema } from "../message.ts";
import { objectRoot } from "./object-root.ts";
import { isPlainSchema } from "./plain-schema.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

const withProperty = (schema: unknown): JsonSchema => ({ type: "object", properties: { p: schema } });

test.each<JsonSchema>([
	{ type: "object", properties: {} },
	{
		properties: { b: { type: "string" }, a: { type: "number" } },
		type: "object",
		required: ["a"],
		description: "Order",
	},
	{ type: "object", properties: { id: { type: "string" }, nullable: { type: "boolean" }, any_of: {} }, required: [] },
	withProperty({ type: "array", items: { anyOf: [{ type: "string" }, { enum: ["a", null] }] }, minItems: 1 }),
	withProperty({ type: "object", additionalProperties: { type: "string" } }),
	{ ...withProperty({ type: "object", properties: { q: {} }, required: ["q"] }), additionalProperties: false },
])("a plain schema is the same after all conversions: %j", (schema) => {
	expect(isPlainSchema(schema)).toBe(true);
	expect(JSON.stringify(objectRoot(upgradeDraft(schema)))).toBe(JSON.stringify(schema));
});

test.each<JsonSchema>([
	{ type: "object" },
	{ type: "object", properties: {}, $schema: "http://json-schema.org/draft-07/schema#" },
	{ type: "object", properties: {}, anyOf: [{ required: ["a"] }] },
	{ type: "object", properties: {}, required: ["a", "a"] },
	{ type: ["object", "null"], properties: {} },
	withProperty(true),
	withProperty({ type: ["string", "null"] }),
	withProperty({ type: "string", nullable: true }),
	withProperty({ type: "array", items: [{ type: "string" }] }),
	withProperty({ any_of: [{ type: "string" }] }),
	withProperty({ type: "array", items: { $ref: "#/definitions/a" } }),
	withProperty({ anyOf: [{ id: "http://example.com/a", type: "string" }] }),
])("is converted: %j", (schema) => {
	expect(isPlainSchema(schema)).toBe(false);
});

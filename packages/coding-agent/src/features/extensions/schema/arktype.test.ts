import { expect, test } from "bun:test";
import { type } from "./arktype.ts";

test.each([
	["string", { type: "string" }],
	["string[]", { type: "array", items: { type: "string" } }],
	["'a' | 'b|c'", { type: "string", enum: ["a", "b|c"] }],
	["string | number", { anyOf: [{ type: "string" }, { type: "number" }] }],
	["(string | number)[]", { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }],
	["number > 0", { type: "number", exclusiveMinimum: 0 }],
	["1 <= string <= 10", { type: "string", minLength: 1, maxLength: 10 }],
	["string[] < 5", { type: "array", items: { type: "string" }, maxItems: 4 }],
	["number = 3", { type: "number", default: 3 }],
])("%s", (text, schema) => {
	expect(type(text).toJsonSchema()).toEqual(schema);
});

test("objects, optional and default members, and what it does not know", () => {
	const schema = type({
		name: type("string").describe("Who"),
		"count?": "number.integer",
		mode: "'fast' | 'slow' = 'fast'",
		nested: { list: ["string", "[]"] },
		"+": "reject",
	});
	expect(schema.toJsonSchema()).toEqual({
		type: "object",
		properties: {
			name: { type: "string", description: "Who" },
			count: { type: "integer" },
			mode: { type: "string", enum: ["fast", "slow"], default: "fast" },
			nested: {
				type: "object",
				properties: { list: { type: "array", items: { type: "string" } } },
				required: ["list"],
			},
		},
		required: ["name", "nested"],
		additionalProperties: false,
	});
	expect(() => type("string.ip.v4 & string")).toThrow('pi.arktype does not know "string.ip.v4 & string"');
});

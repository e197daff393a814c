import { expect, test } from "bun:test";
import { coerce } from "./coerce.ts";

const schema = {
	type: "object",
	properties: {
		name: { type: "string" },
		count: { type: "integer", minimum: 1 },
		force: { type: "boolean" },
		mode: { enum: ["fast", "slow"] },
		tags: { type: "array", items: { type: "string" } },
		env: { type: "object", additionalProperties: { type: "string" } },
	},
	required: ["name"],
	additionalProperties: false,
};

test.each([
	["numbers and booleans in strings", { name: "a", count: "3", force: "true" }, { name: "a", count: 3, force: true }],
	["a number where text is wanted", { name: 5 }, { name: "5" }],
	["JSON inside a string", { name: "a", tags: '["x"]', env: '{"A":1}' }, { name: "a", tags: ["x"], env: { A: "1" } }],
	["null for what is left out", { name: "a", count: null }, { name: "a" }],
	["keys nobody asked for", { name: "a", extra: 1 }, { name: "a" }],
])("coerce reads %s", (_what, given, expected) => {
	expect(coerce(given, schema)).toEqual({ value: expected, problems: [] });
});

test.each([
	["a missing field", {}, ["name: name must be a string (was missing)"]],
	["a word where a number is wanted", { name: "a", count: "many" }, ["count: count must be an integer (was string)"]],
	["a number out of range", { name: "a", count: 0 }, ["count: count must be at least 1 (was number)"]],
	["a value outside the list", { name: "a", mode: "mid" }, ['mode: mode must be one of "fast", "slow" (was "mid")']],
	["a list of the wrong things", { name: "a", tags: [{}] }, ["tags[0]: tags[0] must be a string (was object)"]],
])("coerce reports %s", (_what, given, problems) => {
	expect(coerce(given, schema).problems).toEqual(problems);
});

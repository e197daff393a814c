import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { dereference } from "./dereference.ts";
import { commonType, listVariants, mapSubschemas, type SchemaNode } from "./json-schema.ts";
import { foldAllOf } from "./merge-variants.ts";
import { objectRoot } from "./object-root.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

const knownKeywords = new Set([
	"type",
	"title",
	"description",
	"default",
	"enum",
	"properties",
	"required",
	"additionalProperties",
	"items",
	"minItems",
	"maxItems",
	"minLength",
	"maxLength",
	"minimum",
	"maximum",
	"anyOf",
]);

/** Moonshot's dialect of JSON Schema, which Kimi validates tools against. */
export const normalizeForMoonshot = remember((schema: JsonSchema): JsonSchema => {
	return objectRoot(normalize(dereference(upgradeDraft(schema)))) ?? { type: "object", properties: {} };
});

function normalize(source: SchemaNode): SchemaNode {
	const node = foldAllOf(mapSubschemas(source, normalize));
	if ("const" in node) node.enum ??= [node.const];
	if (Array.isArray(node.enum)) node.type ??= commonType(node.enum);
	const variants = [...listVariants(node, "anyOf"), ...listVariants(node, "oneOf")];
	if (variants.length > 0) {
		// The type must be in the alternatives, not beside them.
		node.anyOf = variants.map((variant) => ({ ...(node.type !== undefined && { type: node.type }), ...variant }));
		delete node.type;
	}
	return Object.fromEntries(
		Object.entries(node).filter(([keyword, value]) => knownKeywords.has(keyword) && value !== undefined),
	);
}

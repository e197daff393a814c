import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { collectSubschemas, isNode, mapSubschemas, requiredOf, type SchemaNode } from "./json-schema.ts";
import { keepKeywords } from "./keywords-as-text.ts";
import { objectRoot } from "./object-root.ts";
import { isPlainSchema } from "./plain-schema.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

const knownKeywords = new Set([
	"$defs",
	"$ref",
	"additionalProperties",
	"allOf",
	"anyOf",
	"const",
	"default",
	"description",
	"enum",
	"examples",
	"exclusiveMaximum",
	"exclusiveMinimum",
	"format",
	"items",
	"maxItems",
	"maxLength",
	"maxProperties",
	"maximum",
	"minItems",
	"minLength",
	"minProperties",
	"minimum",
	"multipleOf",
	"not",
	"oneOf",
	"pattern",
	"patternProperties",
	"prefixItems",
	"properties",
	"propertyNames",
	"required",
	"title",
	"type",
	"uniqueItems",
]);

/** Removes what Anthropic's validator does not support, and makes the root an object. */
export const normalizeForAnthropic = remember((schema: JsonSchema): JsonSchema => {
	if (isPlainSchema(schema)) return schema;
	const root = objectRoot(upgradeDraft(schema)) ?? { type: "object", properties: {} };
	return keepKnown(root);
});

function keepKnown(node: SchemaNode): SchemaNode {
	return keepKeywords(mapSubschemas(node, keepKnown), knownKeywords);
}

const inexpressible = ["oneOf", "allOf", "$ref", "patternProperties", "not", "prefixItems", "propertyNames"];
const strictKeywords = new Set([
	"type",
	"title",
	"description",
	"enum",
	"const",
	"anyOf",
	"items",
	"properties",
	"required",
	"additionalProperties",
]);

/** The schema of a strict tool, or `undefined` if strict mode cannot express it. */
export const strictForAnthropic = remember((schema: JsonSchema): JsonSchema | undefined => {
	const root = objectRoot(upgradeDraft(schema));
	return root && fits(root) ? close(root) : undefined;
});

function fits(node: SchemaNode): boolean {
	if (inexpressible.some((keyword) => keyword in node)) return false;
	if (node.type === "object" && (isOpen(node) || !isNode(node.properties))) return false;
	const isShaped = ["type", "enum", "const", "anyOf"].some((keyword) => keyword in node);
	return isShaped && collectSubschemas(node).every(fits);
}

function isOpen(node: SchemaNode): boolean {
	return node.additionalProperties !== undefined && node.additionalProperties !== false;
}

function close(source: SchemaNode): SchemaNode {
	const node = keepKeywords(mapSubschemas(source, close), strictKeywords);
	if (!isNode(node.properties)) return node;
	return { ...node, required: requiredOf(node), additionalProperties: false };
}

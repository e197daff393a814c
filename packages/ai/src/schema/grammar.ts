import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { isNode, mapSubschemas, type SchemaNode } from "./json-schema.ts";
import { objectRoot } from "./object-root.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

const anyPrimitive = ["string", "number", "boolean", "null"];
const shaping = [
	"type",
	"enum",
	"const",
	"anyOf",
	"oneOf",
	"allOf",
	"not",
	"properties",
	"items",
	"prefixItems",
	"$ref",
];

/**
 * For engines that convert the schema to a grammar: they have no rule for "anything" and fall back to "object" or
 * reject the tool, so such nodes become "any primitive".
 */
export const normalizeForGrammar = remember((schema: JsonSchema): JsonSchema => {
	const root = objectRoot(upgradeDraft(schema)) ?? { type: "object", properties: {} };
	return mapSubschemas(widenBooleans(root), widen);
});

function widen(node: SchemaNode): SchemaNode {
	const isBare = !shaping.some((keyword) => keyword in node);
	return isBare ? { type: anyPrimitive, ...node } : mapSubschemas(widenBooleans(node), widen);
}

function widenBooleans(source: SchemaNode): SchemaNode {
	const node = { ...source };
	const bare = (value: unknown) => (value === true ? {} : value);
	if (isNode(node.properties)) {
		node.properties = Object.fromEntries(Object.entries(node.properties).map(([name, value]) => [name, bare(value)]));
	}
	node.items = bare(node.items);
	if (node.items === undefined) delete node.items;
	for (const keyword of ["anyOf", "oneOf"]) if (Array.isArray(node[keyword])) node[keyword] = node[keyword].map(bare);
	return node;
}

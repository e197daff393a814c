import { dereference } from "./dereference.ts";
import { isNode, mapSubschemas, requiredOf, type SchemaNode } from "./json-schema.ts";
import { objectRoot } from "./object-root.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

const junk = new Set(["$id", "$anchor", "$comment", "$vocabulary", "$dynamicAnchor", "$dynamicRef"]);

/** Sanitizes the `inputSchema` of an MCP server: an object without references, leftovers or broken parts. */
export function normalizeMcpSchema(inputSchema: unknown): SchemaNode {
	const empty = { type: "object", properties: {} };
	if (!isNode(inputSchema)) return empty;
	return objectRoot(clean(dereference(upgradeDraft(inputSchema)))) ?? empty;
}

/** The same schema where objects may have more than it names, as JSON Schema has it unless it says otherwise. */
export function acceptingUnknown(schema: SchemaNode): SchemaNode {
	const node = mapSubschemas(schema, acceptingUnknown);
	return isNode(node.properties) && node.additionalProperties === undefined
		? { ...node, additionalProperties: true }
		: node;
}

function clean(source: SchemaNode): SchemaNode {
	const node: SchemaNode = {};
	for (const [keyword, value] of Object.entries(mapSubschemas(source, clean))) {
		const meaningless = value === null && keyword !== "default" && keyword !== "const";
		if (!junk.has(keyword) && !keyword.startsWith("x-") && !meaningless && value !== undefined) node[keyword] = value;
	}
	if ("required" in node) {
		const required = requiredOf(node);
		if (required.length > 0) node.required = required;
		else delete node.required;
	}
	if ("properties" in node) {
		const properties = isNode(node.properties) ? Object.entries(node.properties) : [];
		node.properties = Object.fromEntries(properties.map(([name, schema]) => [name, isNode(schema) ? schema : {}]));
	}
	return node;
}

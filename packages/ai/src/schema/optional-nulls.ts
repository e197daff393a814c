import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { dereference } from "./dereference.ts";
import { isNode, propertiesOf, requiredOf, type SchemaNode, variantsOf } from "./json-schema.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

const resolved = remember((schema: JsonSchema): SchemaNode => dereference(upgradeDraft(schema)));

/** Strict mode makes a model write `null` for what it leaves out; this takes those out again before validation. */
export function dropOptionalNulls(args: Record<string, unknown>, schema: JsonSchema): Record<string, unknown> {
	return dropIn(args, resolved(schema)) as Record<string, unknown>;
}

function dropIn(value: unknown, node: SchemaNode): unknown {
	if (Array.isArray(value)) {
		const { items } = node;
		return isNode(items) ? value.map((item) => dropIn(item, items)) : value;
	}
	if (!isNode(value) || !isNode(node.properties)) return value;
	const properties = propertiesOf(node);
	const required = new Set(requiredOf(node));
	const kept: SchemaNode = {};
	for (const [name, field] of Object.entries(value)) {
		const schema = properties[name];
		if (!isNode(schema)) kept[name] = field;
		else if (field !== null) kept[name] = dropIn(field, schema);
		else if (required.has(name) || acceptsNull(schema)) kept[name] = null;
	}
	return kept;
}

function acceptsNull(node: SchemaNode): boolean {
	if (Array.isArray(node.enum)) return node.enum.includes(null);
	if ("const" in node) return node.const === null;
	if (Array.isArray(node.type)) return node.type.includes("null");
	if (node.type !== undefined) return node.type === "null";
	const variants = [...variantsOf(node, "anyOf"), ...variantsOf(node, "oneOf")];
	return variants.length === 0 || variants.some(acceptsNull);
}

import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { dereference } from "./dereference.ts";
import {
	commonType,
	isNode,
	listVariants,
	mapSubschemas,
	propertiesOf,
	requiredOf,
	type SchemaNode,
} from "./json-schema.ts";
import { keepKeywords } from "./keywords-as-text.ts";
import { foldAllOf, mergeVariants } from "./merge-variants.ts";
import { objectRoot } from "./object-root.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

const knownKeywords = new Set(["type", "title", "description", "enum", "properties", "required", "items"]);
const plainTypes = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array"]);

/**
 * For Claude on Cloud Code Assist, which accepts one plain type per node and no alternatives. Everything else is
 * narrowed; a tool that becomes meaningless is offered without parameters.
 */
export const normalizeForCloudCodeAssist = remember((schema: JsonSchema): JsonSchema => {
	const root = objectRoot(normalize(dereference(upgradeDraft(schema))));
	return root && isPlain(root) ? root : { type: "object", properties: {} };
});

function normalize(source: SchemaNode): SchemaNode {
	const node = foldAllOf(mapSubschemas(source, normalize));
	if ("const" in node) node.enum ??= [node.const];
	if (Array.isArray(node.type)) node.type = node.type.find((type) => type !== "null");
	if (Array.isArray(node.prefixItems)) node.items = mergeVariants(node.prefixItems.filter(isNode)) ?? {};
	const collapsed = collapseVariants(node);
	if (Array.isArray(collapsed.enum)) {
		const values = collapsed.enum.filter((value) => value !== null);
		const type = commonType(values);
		collapsed.type ??= type;
		if (type === undefined) delete collapsed.enum;
		else collapsed.enum = values;
	}
	if (isNode(collapsed.properties)) collapsed.type ??= "object";
	const kept = keepKeywords(collapsed, knownKeywords);
	if (kept.type === undefined) delete kept.type;
	return kept;
}

/** Merges alternatives with a common type, else takes the first. */
function collapseVariants(node: SchemaNode): SchemaNode {
	const all = [...listVariants(node, "anyOf"), ...listVariants(node, "oneOf")];
	const variants = all.filter((variant) => variant.type !== "null");
	const { anyOf: _, oneOf: __, ...rest } = node;
	const [first] = variants;
	return first ? foldAllOf({ ...rest, allOf: [mergeVariants(variants) ?? first] }) : rest;
}

function isPlain(node: SchemaNode): boolean {
	if (node.type !== undefined && !plainTypes.has(node.type)) return false;
	if (Array.isArray(node.enum) && node.enum.length === 0) return false;
	const properties = propertiesOf(node);
	if (!requiredOf(node).every((name) => name in properties)) return false;
	const children = [...Object.values(properties), ...(node.items === undefined ? [] : [node.items])];
	return children.every((child) => isNode(child) && isPlain(child));
}

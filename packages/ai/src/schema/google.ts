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
import { upgradeDraft } from "./upgrade-draft.ts";

const knownKeywords = new Set([
	"type",
	"title",
	"description",
	"nullable",
	"enum",
	"properties",
	"required",
	"items",
	"anyOf",
]);

/** The subset of JSON Schema that Gemini supports: one type each, `nullable`, and ordered properties. */
export const normalizeForGoogle = remember((schema: JsonSchema): JsonSchema => {
	const normalized = normalize(dereference(upgradeDraft(schema)));
	return normalized.type === undefined && normalized.anyOf === undefined
		? { type: "object", ...normalized }
		: normalized;
});

function normalize(source: SchemaNode): SchemaNode {
	const node = foldAllOf(mapSubschemas(source, normalize));
	constToEnum(node);
	itemsOfTuple(node);
	typesToVariants(node);
	const collapsed = collapseVariants(node);
	cleanEnum(collapsed);
	return orderProperties(keepKeywords(collapsed, knownKeywords));
}

function constToEnum(node: SchemaNode): void {
	if ("const" in node) node.enum ??= [node.const];
}

/** A tuple has one schema per position; Gemini has one for all. */
function itemsOfTuple(node: SchemaNode): void {
	if (Array.isArray(node.prefixItems)) {
		const places = node.prefixItems.filter(isNode);
		node.items = mergeVariants(places) ?? { anyOf: places };
	}
	if (node.type === "array" && !isNode(node.items)) node.items = { type: "string" };
}

function typesToVariants(node: SchemaNode): void {
	if (!Array.isArray(node.type)) return;
	const types = node.type.filter((type) => type !== "null");
	if (types.length < node.type.length) node.nullable = true;
	if (types.length === 1) node.type = types[0];
	else {
		delete node.type;
		if (!Array.isArray(node.anyOf)) node.anyOf = types.map((type) => variantOfType(type, node));
	}
	if (node.type === "array" && !isNode(node.items)) node.items = { type: "string" };
}

function variantOfType(type: unknown, node: SchemaNode): SchemaNode {
	if (type === "array") return { type, items: isNode(node.items) ? node.items : { type: "string" } };
	return { type, ...(type === "object" && isNode(node.properties) && { properties: node.properties }) };
}

/** `oneOf` becomes `anyOf`; alternatives of one type are merged, and "or null" becomes `nullable`. */
function collapseVariants(node: SchemaNode): SchemaNode {
	const all = [...listVariants(node, "anyOf"), ...listVariants(node, "oneOf")];
	if (all.length === 0) return node;
	const { anyOf: _, oneOf: __, ...rest } = node;
	const variants = all.filter((variant) => variant.type !== "null");
	if (variants.length < all.length || variants.some((variant) => variant.nullable === true)) rest.nullable = true;
	const merged = mergeVariants(variants.map(({ nullable: _, ...variant }) => variant));
	if (merged) return foldAllOf({ ...rest, allOf: [merged] });
	const { type: ___, ...outer } = rest;
	return { ...outer, anyOf: variants };
}

function cleanEnum(node: SchemaNode): void {
	if (!Array.isArray(node.enum)) return;
	const values = node.enum.filter((value) => value !== null);
	if (values.length < node.enum.length) node.nullable = true;
	const type = commonType(values);
	if (type === "string" || type === "number" || type === "integer") {
		node.enum = values;
		node.type ??= type;
		return;
	}
	delete node.enum;
	if (values.length === 0) return;
	if (type) node.type ??= type;
	const allowed = `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
	node.description = typeof node.description === "string" ? `${node.description} (${allowed})` : `(${allowed})`;
}

function orderProperties(node: SchemaNode): SchemaNode {
	if (!isNode(node.properties)) {
		const { required: _, ...rest } = node;
		return rest;
	}
	const properties = Object.fromEntries(
		Object.entries(propertiesOf(node)).map(([name, schema]) => [name, isNode(schema) ? schema : {}]),
	);
	const names = Object.keys(properties);
	const required = requiredOf(node).filter((name) => name in properties);
	const { required: _, ...rest } = node;
	return {
		...rest,
		type: node.type ?? "object",
		properties,
		...(required.length > 0 && { required }),
		...(names.length > 0 && { propertyOrdering: names }),
	};
}

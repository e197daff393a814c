import type { JsonSchema } from "../message.ts";
import { isNode, mapSubschemas, type SchemaNode } from "./json-schema.ts";

/** Upgrades a schema of any draft or spelling to draft 2020-12. */
export function upgradeDraft(schema: JsonSchema): SchemaNode {
	return upgrade({ ...schema });
}

function upgrade(node: SchemaNode): SchemaNode {
	return mapSubschemas(upgradeNode(renameSnakeCase(node)), upgrade);
}

/** Keywords that some generators write with underscores. */
const camelCase: Record<string, string> = {
	additional_properties: "additionalProperties",
	all_of: "allOf",
	any_of: "anyOf",
	dependent_required: "dependentRequired",
	dependent_schemas: "dependentSchemas",
	exclusive_maximum: "exclusiveMaximum",
	exclusive_minimum: "exclusiveMinimum",
	max_items: "maxItems",
	max_length: "maxLength",
	max_properties: "maxProperties",
	min_items: "minItems",
	min_length: "minLength",
	min_properties: "minProperties",
	multiple_of: "multipleOf",
	one_of: "oneOf",
	pattern_properties: "patternProperties",
	prefix_items: "prefixItems",
	property_names: "propertyNames",
	property_ordering: "propertyOrdering",
	read_only: "readOnly",
	unique_items: "uniqueItems",
	write_only: "writeOnly",
};

function renameSnakeCase(node: SchemaNode): SchemaNode {
	const renamed: SchemaNode = {};
	const shadowed = new Set(Object.keys(node).map((keyword) => camelCase[keyword]));
	for (const [keyword, value] of Object.entries(node)) {
		if (!shadowed.has(keyword)) renamed[camelCase[keyword] ?? keyword] = value;
	}
	return renamed;
}

function upgradeNode(source: SchemaNode): SchemaNode {
	const node = { ...source };
	delete node.$schema;
	if (typeof node.id === "string") delete node.id;
	if (isNode(node.definitions)) {
		node.$defs = { ...node.definitions, ...(isNode(node.$defs) && node.$defs) };
		delete node.definitions;
	}
	if (typeof node.$ref === "string") node.$ref = node.$ref.replace(/^#\/definitions\//, "#/$defs/");
	upgradeTuple(node);
	upgradeExclusiveLimit(node, "minimum", "exclusiveMinimum");
	upgradeExclusiveLimit(node, "maximum", "exclusiveMaximum");
	upgradeDependencies(node);
	upgradeNullable(node);
	if ("example" in node) {
		node.examples ??= [node.example];
		delete node.example;
	}
	return node;
}

function upgradeTuple(node: SchemaNode): void {
	if (Array.isArray(node.items)) {
		node.prefixItems = node.items;
		delete node.items;
		if (node.additionalItems !== undefined) node.items = node.additionalItems;
	}
	delete node.additionalItems;
}

function upgradeExclusiveLimit(node: SchemaNode, limit: string, exclusive: string): void {
	if (typeof node[exclusive] !== "boolean") return;
	if (node[exclusive] && node[limit] !== undefined) {
		node[exclusive] = node[limit];
		delete node[limit];
	} else delete node[exclusive];
}

function upgradeDependencies(node: SchemaNode): void {
	if (!isNode(node.dependencies)) return;
	const entries = Object.entries(node.dependencies);
	const lists = entries.filter(([, value]) => Array.isArray(value));
	const schemas = entries.filter(([, value]) => isNode(value));
	if (lists.length > 0) node.dependentRequired = Object.fromEntries(lists);
	if (schemas.length > 0) node.dependentSchemas = Object.fromEntries(schemas);
	delete node.dependencies;
}

/** OpenAPI's `nullable` is a type in JSON Schema. */
function upgradeNullable(node: SchemaNode): void {
	const { nullable } = node;
	delete node.nullable;
	if (nullable !== true) return;
	if (typeof node.type === "string") node.type = [node.type, "null"];
	else if (Array.isArray(node.anyOf)) node.anyOf = [...node.anyOf, { type: "null" }];
	if (Array.isArray(node.enum) && !node.enum.includes(null)) node.enum = [...node.enum, null];
}

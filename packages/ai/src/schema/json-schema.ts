/** A schema object under construction. */
export type SchemaNode = Record<string, unknown>;

const schemaMaps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const schemaLists = ["anyOf", "oneOf", "allOf", "prefixItems"];
const singleSchemas = [
	"items",
	"additionalProperties",
	"additionalItems",
	"unevaluatedItems",
	"unevaluatedProperties",
	"contains",
	"contentSchema",
	"propertyNames",
	"not",
	"if",
	"then",
	"else",
];

export function isNode(value: unknown): value is SchemaNode {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy with every direct subschema mapped by `change`. Boolean subschemas stay. */
export function mapSubschemas(node: SchemaNode, change: (child: SchemaNode) => SchemaNode): SchemaNode {
	const copy: SchemaNode = {};
	const changed = (value: unknown) => (isNode(value) ? change(value) : value);
	for (const [keyword, value] of Object.entries(node)) {
		if (schemaMaps.includes(keyword) && isNode(value)) {
			copy[keyword] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, changed(child)]));
		} else if ((schemaLists.includes(keyword) || keyword === "items") && Array.isArray(value)) {
			copy[keyword] = value.map(changed);
		} else copy[keyword] = singleSchemas.includes(keyword) ? changed(value) : value;
	}
	return copy;
}

export function collectSubschemas(node: SchemaNode): SchemaNode[] {
	const found: SchemaNode[] = [];
	mapSubschemas(node, (child) => {
		found.push(child);
		return child;
	});
	return found;
}

/** The object subschemas of a list keyword; `true` counts as an empty schema. */
export function listVariants(node: SchemaNode, keyword: "anyOf" | "oneOf" | "allOf"): SchemaNode[] {
	const list = node[keyword];
	if (!Array.isArray(list)) return [];
	return list.flatMap((variant) => (isNode(variant) ? [variant] : variant === true ? [{}] : []));
}

export function propertiesOf(node: SchemaNode): SchemaNode {
	return isNode(node.properties) ? node.properties : {};
}

export function requiredOf(node: SchemaNode): string[] {
	return Array.isArray(node.required) ? node.required.filter((name) => typeof name === "string") : [];
}

/** The JSON Schema type of a value; whole numbers are integers. */
export function typeOfValue(value: unknown): string {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
	return typeof value;
}

/** The common type of all values, `undefined` if there is none. */
export function commonType(values: readonly unknown[]): string | undefined {
	const types = new Set(values.map(typeOfValue));
	if (types.has("number")) types.delete("integer");
	return types.size === 1 ? [...types][0] : undefined;
}

export function sameJson(left: unknown, right: unknown): boolean {
	return JSON.stringify(left) === JSON.stringify(right);
}

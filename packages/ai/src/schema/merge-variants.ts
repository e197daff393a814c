import { isNode, listVariants, propertiesOf, requiredOf, type SchemaNode, sameJson } from "./json-schema.ts";

/** Merges `allOf` into the node: properties and requirements are combined, the node's own keywords win. */
export function foldAllOf(node: SchemaNode): SchemaNode {
	const parts = listVariants(node, "allOf");
	const { allOf: _, ...rest } = node;
	return [rest, ...parts].reduce(both);
}

/** The intersection of two schemas; on a conflict the first wins. */
function both(first: SchemaNode, second: SchemaNode): SchemaNode {
	const merged = { ...second, ...first };
	const properties = { ...propertiesOf(first) };
	for (const [name, schema] of Object.entries(propertiesOf(second))) {
		const known = properties[name];
		properties[name] = isNode(known) && isNode(schema) ? both(known, schema) : (known ?? schema);
	}
	if (Object.keys(properties).length > 0) merged.properties = properties;
	const required = [...new Set([...requiredOf(first), ...requiredOf(second)])];
	if (required.length > 0) merged.required = required;
	if (Array.isArray(first.enum) && Array.isArray(second.enum)) {
		const allowed = second.enum;
		merged.enum = first.enum.filter((value) => allowed.some((other) => sameJson(value, other)));
	}
	return merged;
}

/** One schema that allows what any of these allow, if all are objects or of one type. */
export function mergeVariants(variants: readonly SchemaNode[]): SchemaNode | undefined {
	const [first, ...rest] = variants;
	if (!first) return undefined;
	let merged: SchemaNode | undefined = first;
	for (const variant of rest) merged = merged && either(merged, variant);
	return merged;
}

function either(first: SchemaNode, second: SchemaNode): SchemaNode | undefined {
	if (sameJson(first, second)) return first;
	if (first.anyOf || second.anyOf) return undefined;
	const type = sharedType(first, second);
	if (type === undefined) return undefined;
	const merged: SchemaNode = { type };
	const description = joinedDescription(first, second);
	if (description) merged.description = description;
	if (type === "object") mergeObjects(merged, first, second);
	else if (type === "array") merged.items = eitherItem(first.items, second.items);
	else if (Array.isArray(first.enum) && Array.isArray(second.enum)) {
		merged.enum = [...new Set([...first.enum, ...second.enum])];
	}
	for (const [keyword, value] of Object.entries(first)) {
		if (!(keyword in merged) && keyword !== "enum" && sameJson(value, second[keyword])) merged[keyword] = value;
	}
	return merged;
}

function sharedType(first: SchemaNode, second: SchemaNode): string | undefined {
	const [one, other] = [plainType(first), plainType(second)];
	if (one === other) return one;
	const numeric = (type: string | undefined) => type === "number" || type === "integer";
	return numeric(one) && numeric(other) ? "number" : undefined;
}

function plainType(node: SchemaNode): string | undefined {
	if (typeof node.type === "string") return node.type;
	return isNode(node.properties) ? "object" : undefined;
}

function joinedDescription(first: SchemaNode, second: SchemaNode): string | undefined {
	const texts = [first.description, second.description].filter((text) => typeof text === "string" && text !== "");
	return texts.length > 0 ? [...new Set(texts)].join("; ") : undefined;
}

function mergeObjects(merged: SchemaNode, first: SchemaNode, second: SchemaNode): void {
	const properties = { ...propertiesOf(first) };
	for (const [name, schema] of Object.entries(propertiesOf(second))) {
		properties[name] = name in properties ? eitherItem(properties[name], schema) : schema;
	}
	if (Object.keys(properties).length > 0) merged.properties = properties;
	const alsoRequired = new Set(requiredOf(second));
	const required = requiredOf(first).filter((name) => alsoRequired.has(name));
	if (required.length > 0) merged.required = required;
}

function eitherItem(first: unknown, second: unknown): SchemaNode {
	if (!isNode(first) || !isNode(second)) return {};
	return either(first, second) ?? { anyOf: [...alternatives(first), ...alternatives(second)] };
}

function alternatives(node: SchemaNode): SchemaNode[] {
	return Object.keys(node).length === 1 && Array.isArray(node.anyOf) ? listVariants(node, "anyOf") : [node];
}

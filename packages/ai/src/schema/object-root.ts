import { dereference } from "./dereference.ts";
import { isNode, listVariants, type SchemaNode } from "./json-schema.ts";
import { foldAllOf, mergeVariants } from "./merge-variants.ts";

/**
 * Makes the root an object, as every API requires for tools: alternatives at the root become one object with all their
 * properties. `undefined` if the root cannot be an object.
 */
export function objectRoot(source: SchemaNode): SchemaNode | undefined {
	const node = foldAllOf(typeof source.$ref === "string" ? dereference(source) : source);
	const variants = [...listVariants(node, "anyOf"), ...listVariants(node, "oneOf")];
	const { anyOf: _, oneOf: __, not: ___, enum: ____, const: _____, ...rest } = node;
	const objects = variants.filter((variant) => mayBeObject(variant.type));
	if (!mayBeObject(rest.type) || (variants.length > 0 && objects.length === 0)) return undefined;
	const merged = mergeVariants(objects.map((variant) => ({ ...variant, type: "object" })));
	const root = foldAllOf({ ...rest, allOf: [merged ?? {}] });
	return { ...root, type: "object", properties: isNode(root.properties) ? root.properties : {} };
}

function mayBeObject(type: unknown): boolean {
	return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

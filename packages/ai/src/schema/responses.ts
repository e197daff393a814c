import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { isNode, mapSubschemas, type SchemaNode } from "./json-schema.ts";

/** The Responses API has no `oneOf`; `anyOf` is the closest. */
export const oneOfToAnyOf = remember((schema: JsonSchema): JsonSchema => rewrite({ ...schema }));

function rewrite(source: SchemaNode): SchemaNode {
	const node = mapSubschemas(source, rewrite);
	if (!Array.isArray(node.oneOf)) return node;
	const { oneOf, ...rest } = node;
	return { ...rest, anyOf: [...(Array.isArray(node.anyOf) ? node.anyOf : []), ...(oneOf as unknown[]).filter(isNode)] };
}

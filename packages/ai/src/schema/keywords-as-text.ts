import type { SchemaNode } from "./json-schema.ts";

/** Keywords that can be expressed in the description. */
const tellable = [
	"format",
	"pattern",
	"minLength",
	"maxLength",
	"minimum",
	"maximum",
	"exclusiveMinimum",
	"exclusiveMaximum",
	"multipleOf",
	"minItems",
	"maxItems",
	"uniqueItems",
	"minProperties",
	"maxProperties",
	"default",
	"examples",
];

/** Keeps supported keywords; unsupported limits are added to the description. */
export function keepKeywords(node: SchemaNode, known: ReadonlySet<string>): SchemaNode {
	const kept: SchemaNode = {};
	for (const [keyword, value] of Object.entries(node)) if (known.has(keyword)) kept[keyword] = value;
	const details = tellable
		.filter((keyword) => keyword in node && !known.has(keyword))
		.map((keyword) => `${keyword}: ${JSON.stringify(node[keyword])}`)
		.join(", ");
	if (details)
		kept.description = typeof node.description === "string" ? `${node.description} (${details})` : `(${details})`;
	return kept;
}

import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { dereference } from "./dereference.ts";
import { commonType, isNode, listVariants, propertiesOf, requiredOf, type SchemaNode } from "./json-schema.ts";
import { objectRoot } from "./object-root.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

/** Keywords that strict mode cannot express; dropping them would change what the tool accepts. */
const inexpressible = [
	"not",
	"if",
	"then",
	"else",
	"dependentSchemas",
	"dependentRequired",
	"patternProperties",
	"propertyNames",
	"unevaluatedItems",
	"unevaluatedProperties",
	"prefixItems",
	"contains",
];
const structural = ["type", "title", "description", "properties", "required", "items", "enum", "const", "anyOf"];

class NotStrict extends Error {}

/**
 * Converts a schema for OpenAI's strict mode: closed objects with all properties required, and "or null" instead of
 * "optional". `undefined` if that is not possible.
 */
export const strictSchema = remember((schema: JsonSchema): JsonSchema | undefined => {
	try {
		const root = objectRoot(dereference(upgradeDraft(schema), { onCycle: "throw" }));
		return root && enforce(root);
	} catch {
		// Whatever is unusual about a schema, the tool works without strict mode.
		return undefined;
	}
});

function enforce(source: SchemaNode): SchemaNode {
	const merged = mergeSingleAllOf(source);
	const problem = inexpressible.find((keyword) => keyword in merged);
	if (problem) throw new NotStrict(`Strict mode has no ${problem}`);
	const node = describeDefault(merged);
	const variants = [...listVariants(merged, "anyOf"), ...listVariants(merged, "oneOf")];
	if (variants.length > 0) return { ...pickAnnotations(node), anyOf: variants.map(enforce) };
	const typed: SchemaNode = { ...node, type: inferType(node) };
	const types = Array.isArray(typed.type) ? typed.type : [typed.type];
	const kept = Object.fromEntries(Object.entries(typed).filter(([keyword]) => structural.includes(keyword)));
	if (types.includes("array")) kept.items = enforceItems(typed.items);
	return types.includes("object") ? { ...kept, ...closedObject(typed) } : kept;
}

function mergeSingleAllOf(node: SchemaNode): SchemaNode {
	if (!("allOf" in node)) return node;
	const [only, ...others] = listVariants(node, "allOf");
	if (!only || others.length > 0) throw new NotStrict("Strict mode has no allOf");
	const { allOf: _, ...rest } = node;
	return mergeSingleAllOf({ ...rest, ...only });
}

function describeDefault(node: SchemaNode): SchemaNode {
	if (node.default === undefined || typeof node.description !== "string") return node;
	return { ...node, description: `${node.description} (default: ${JSON.stringify(node.default)})` };
}

function pickAnnotations(node: SchemaNode): SchemaNode {
	return {
		...(typeof node.title === "string" && { title: node.title }),
		...(typeof node.description === "string" && { description: node.description }),
	};
}

function inferType(node: SchemaNode): unknown {
	const values = Array.isArray(node.enum) ? node.enum : "const" in node ? [node.const] : undefined;
	if (values) {
		const inferred = typeOfValues(values);
		return node.type ?? inferred;
	}
	if (node.type !== undefined) return node.type;
	if (isNode(node.properties)) return "object";
	if (isNode(node.items)) return "array";
	throw new NotStrict("Strict mode wants a type");
}

function typeOfValues(values: readonly unknown[]): unknown {
	const present = values.filter((value) => value !== null);
	if (present.length === 0) return "null";
	const type = commonType(present);
	if (type === undefined || type === "object" || type === "array") throw new NotStrict("Strict mode wants one type");
	return values.includes(null) ? [type, "null"] : type;
}

function enforceItems(items: unknown): SchemaNode {
	if (!isNode(items)) throw new NotStrict("Strict mode wants the type of an array's items");
	return enforce(items);
}

function closedObject(node: SchemaNode): SchemaNode {
	const open = node.additionalProperties !== undefined && node.additionalProperties !== false;
	// An open object would become an empty closed one.
	if (open || !isNode(node.properties)) throw new NotStrict("Strict mode has no open objects");
	const required = new Set(requiredOf(node));
	const properties: SchemaNode = {};
	for (const [name, schema] of Object.entries(propertiesOf(node))) {
		if (!isNode(schema)) throw new NotStrict("Strict mode wants a type");
		const enforced = enforce(schema);
		properties[name] = required.has(name) || acceptsNull(enforced) ? enforced : orNull(enforced);
	}
	return { properties, required: Object.keys(properties), additionalProperties: false };
}

function acceptsNull(node: SchemaNode): boolean {
	if (Array.isArray(node.enum)) return node.enum.includes(null);
	if ("const" in node) return node.const === null;
	if (node.type === "null" || (Array.isArray(node.type) && node.type.includes("null"))) return true;
	return listVariants(node, "anyOf").some(acceptsNull);
}

function orNull({ description, ...node }: SchemaNode): SchemaNode {
	return { ...(description !== undefined && { description }), anyOf: [node, { type: "null" }] };
}

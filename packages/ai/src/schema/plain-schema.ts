import type { JsonSchema } from "../message.ts";
import { isNode, requiredOf, type SchemaNode } from "./json-schema.ts";

/** True for an object schema in draft 2020-12 with common keywords only, as most tools have: it can be sent unchanged. */
export function isPlainSchema(schema: JsonSchema): boolean {
	return schema.type === "object" && isNode(schema.properties) && schema.anyOf === undefined && isPlain(schema);
}

function isPlain(node: unknown): boolean {
	if (!isNode(node)) return false;
	for (const keyword in node) {
		const value = node[keyword];
		switch (keyword) {
			case "type":
				if (typeof value !== "string") return false;
				break;
			case "properties":
				if (!isNode(value) || !Object.values(value).every(isPlain)) return false;
				break;
			case "items":
				if (!isPlain(value)) return false;
				break;
			case "additionalProperties":
				if (typeof value !== "boolean" && !isPlain(value)) return false;
				break;
			case "anyOf":
				if (!Array.isArray(value) || !value.every(isPlain)) return false;
				break;
			case "required":
				if (!isListOfNames(node)) return false;
				break;
			case "description":
			case "enum":
			case "minItems":
				break;
			default:
				return false;
		}
	}
	return true;
}

function isListOfNames(node: SchemaNode): boolean {
	const names = requiredOf(node);
	return Array.isArray(node.required) && names.length === node.required.length && new Set(names).size === names.length;
}

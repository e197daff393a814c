/** Words of JSON Schema and names of properties: what refers to each other must stay the same. */
export const structural: ReadonlySet<string> = new Set([
	...["type", "required", "$ref", "$id", "$schema", "$anchor", "format", "dependentRequired"],
]);

/** A property may be called `type`; its schema is an object. */
export function isKeyword(value: unknown): boolean {
	return typeof value === "string" || Array.isArray(value);
}

import type { JsonSchema } from "@oh-my-pi/pi-ai/message";

interface Convertible {
	toJSONSchema?: () => unknown;
	toJsonSchema?: () => unknown;
	readonly "~standard"?: { readonly jsonSchema?: { input?: (options: { target: string }) => unknown } };
}

/** The JSON schema of what any of the usual builders made, or of a JSON schema itself. */
export function toJsonSchema(parameters: unknown): JsonSchema {
	if (parameters === null || (typeof parameters !== "object" && typeof parameters !== "function")) {
		return { type: "object", properties: {} };
	}
	const convertible = parameters as Convertible;
	const standard = convertible["~standard"]?.jsonSchema?.input;
	const converted =
		convertible.toJSONSchema?.() ??
		convertible.toJsonSchema?.() ??
		standard?.({ target: "draft-2020-12" }) ??
		parameters;
	// Symbols and functions that builders leave in are not for the model.
	return JSON.parse(JSON.stringify(converted)) as JsonSchema;
}

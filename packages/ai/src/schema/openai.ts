import type { JsonSchema } from "../message.ts";
import { remember } from "../remember.ts";
import { objectRoot } from "./object-root.ts";
import { isPlainSchema } from "./plain-schema.ts";
import { strictSchema } from "./strict.ts";
import { upgradeDraft } from "./upgrade-draft.ts";

export interface OpenAiParameters {
	readonly parameters: JsonSchema;
	readonly strict: boolean;
}

/** Strict if requested and possible, otherwise unchanged; `undefined` if it cannot be an object schema. */
export function normalizeForOpenAi(schema: JsonSchema, options: { strict: boolean }): OpenAiParameters | undefined {
	const strict = options.strict ? strictSchema(schema) : undefined;
	if (strict) return { parameters: strict, strict: true };
	const parameters = objectSchema(schema);
	return parameters && { parameters, strict: false };
}

const objectSchema = remember((schema: JsonSchema): JsonSchema | undefined =>
	isPlainSchema(schema) ? schema : objectRoot(upgradeDraft(schema)),
);

type Json = Readonly<Record<string, unknown>>;
type Definition = string | ArkLike | RegExp | DefinitionObject | readonly Definition[];
interface DefinitionObject {
	readonly [key: string]: Definition;
}

/** The part of ArkType that describes parameters of tools: each type knows its JSON schema. */
export class ArkLike {
	readonly #json: Json;

	constructor(json: Json) {
		this.#json = json;
	}

	toJsonSchema(): Json {
		return this.#json;
	}

	describe(description: string): ArkLike {
		return new ArkLike({ ...this.#json, description });
	}

	array(): ArkLike {
		return new ArkLike({ type: "array", items: this.#json });
	}

	or(other: Definition): ArkLike {
		return new ArkLike({ anyOf: [this.#json, parseSchema(other)] });
	}

	default(value: unknown): ArkLike {
		return new ArkLike({ ...this.#json, default: value });
	}

	/** As `{ "key?": type }` does. */
	optional(): ArkLike {
		return new ArkLike({ ...this.#json, [optional]: true });
	}
}

/** Symbols do not reach the model. */
const optional = Symbol("optional");

const keywords: Readonly<Record<string, Json>> = {
	string: { type: "string" },
	number: { type: "number" },
	integer: { type: "integer" },
	"number.integer": { type: "integer" },
	boolean: { type: "boolean" },
	null: { type: "null" },
	object: { type: "object" },
	unknown: {},
	any: {},
	true: { const: true, type: "boolean" },
	false: { const: false, type: "boolean" },
	"string.url": { type: "string", format: "uri" },
	"string.email": { type: "string", format: "email" },
	"string.uuid": { type: "string", format: "uuid" },
	"string.date": { type: "string", format: "date-time" },
};

export function type(definition: Definition): ArkLike {
	return new ArkLike(parseSchema(definition));
}

export const arktype = { type } as const;
export type Arktype = typeof arktype;

function parseSchema(definition: Definition): Json {
	if (typeof definition === "string") return textSchema(definition);
	if (definition instanceof ArkLike) return definition.toJsonSchema();
	if (definition instanceof RegExp) return { type: "string", pattern: definition.source };
	if (Array.isArray(definition)) return tupleSchema(definition);
	return objectSchema(definition as DefinitionObject);
}

/** `["string", "[]"]` and `["string", "|", "number"]` are operators, everything else is a tuple. */
function tupleSchema([first = "unknown", operator, second = "unknown", ...rest]: readonly Definition[]): Json {
	if (operator === "[]") return { type: "array", items: parseSchema(first) };
	if (operator === "|") return { anyOf: [parseSchema(first), parseSchema(second)] };
	const all = [first, ...(operator === undefined ? [] : [operator, second, ...rest])];
	return { type: "array", prefixItems: all.map(parseSchema), minItems: all.length, maxItems: all.length };
}

function objectSchema(definition: DefinitionObject): Json {
	const properties: Record<string, Json> = {};
	const required: string[] = [];
	let additionalProperties: Json | boolean | undefined;
	for (const [key, value] of Object.entries(definition)) {
		if (key === "[string]") additionalProperties = parseSchema(value);
		else if (key === "+") additionalProperties = value !== "reject";
		else {
			const schema = parseSchema(value);
			const name = key.replace(/\?$/, "");
			properties[name] = schema;
			if (!key.endsWith("?") && !(optional in schema) && !("default" in schema)) required.push(name);
		}
	}
	return {
		type: "object",
		properties,
		...(required.length > 0 && { required }),
		...(additionalProperties !== undefined && { additionalProperties }),
	};
}

function textSchema(text: string): Json {
	const [, before = text, defaultText] = /^(.+?)\s*(?<![<>=!])=(?!=)\s*(.+)$/.exec(text) ?? [];
	if (defaultText !== undefined) return { ...textSchema(before), default: parseLiteral(defaultText) };
	const optionalText = /^(.+)\?$/.exec(text.trim())?.[1];
	if (optionalText !== undefined) return { ...textSchema(optionalText), [optional]: true };
	const choices = splitUnion(text).map((part) => single(part.trim()));
	const [only = {}] = choices;
	if (choices.length === 1) return only;
	const values = choices.map((choice) => choice.const);
	if (values.every((value) => typeof value === "string")) return { type: "string", enum: values };
	return { anyOf: choices };
}

function single(text: string): Json {
	if (text.endsWith("[]")) return { type: "array", items: textSchema(text.slice(0, -2)) };
	if (text.startsWith("(") && text.endsWith(")")) return textSchema(text.slice(1, -1));
	const known = keywords[text];
	if (known) return known;
	const literal = parseLiteral(text);
	if (literal !== undefined) return { const: literal, type: typeof literal };
	const bounded = boundedSchema(text);
	if (bounded) return bounded;
	throw new Error(`pi.arktype does not know "${text}"; use pi.zod, pi.typebox or a JSON schema for it`);
}

/** `number > 0`, `1 <= string <= 10`. */
function boundedSchema(text: string): Json | undefined {
	const [, low, lowSign, name = "", highSign, high] =
		/^(?:(-?[\d.]+)\s*(<=?)\s*)?([\w.]+(?:\[\])?)(?:\s*(<=?|>=?|==)\s*(-?[\d.]+))?$/.exec(text) ?? [];
	if (name === "" || (low === undefined && high === undefined)) return undefined;
	const base = single(name);
	return {
		...base,
		...(low !== undefined && limit(base, lowSign === "<" ? ">" : ">=", Number(low))),
		...(high !== undefined && limit(base, highSign ?? "", Number(high))),
	};
}

function limit({ type: kind }: Json, sign: string, value: number): Json {
	const noun = kind === "string" ? "Length" : kind === "array" ? "Items" : undefined;
	const step = sign.length === 1 ? 1 : 0;
	if (sign === "==") return noun ? { [`min${noun}`]: value, [`max${noun}`]: value } : { const: value };
	const isLow = sign.startsWith(">");
	if (noun) return isLow ? { [`min${noun}`]: value + step } : { [`max${noun}`]: value - step };
	const key = `${step === 1 ? "exclusiveM" : "m"}${isLow ? "inimum" : "aximum"}`;
	return { [key]: value };
}

function parseLiteral(text: string): string | number | boolean | undefined {
	const quoted = /^'([^']*)'$|^"([^"]*)"$/.exec(text);
	if (quoted) return quoted[1] ?? quoted[2];
	if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
	return text === "true" ? true : text === "false" ? false : undefined;
}

/** At `|` outside of quotes and parentheses. */
function splitUnion(text: string): string[] {
	const parts = [""];
	let depth = 0;
	let quote = "";
	for (const char of text) {
		if (quote !== "") quote = char === quote ? "" : quote;
		else if (char === "'" || char === '"') quote = char;
		else if (char === "(") depth++;
		else if (char === ")") depth--;
		if (char === "|" && depth === 0 && quote === "") parts.push("");
		else parts[parts.length - 1] += char;
	}
	return parts;
}

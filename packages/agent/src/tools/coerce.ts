import type { JsonSchema } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

export interface Coerced {
	readonly value: unknown;
	/** `path: what is wrong` */
	readonly problems: readonly string[];
}

/**
 * Brings arguments into the shape a schema asks for. Models write "5" for 5 and JSON inside strings; what can only mean
 * one thing is read that way, the rest is a problem the model is told about.
 */
export function coerce(value: unknown, schema: JsonSchema, path = ""): Coerced {
	const problems: string[] = [];
	return { value: fit(value, schema, path, problems), problems };
}

function fit(value: unknown, schema: JsonSchema, path: string, problems: string[]): unknown {
	const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
	if (options) return fitAny(value, options, path, problems);
	if (Array.isArray(schema.enum)) return fitEnum(value, schema.enum, path, problems);
	if ("const" in schema && value !== schema.const) {
		problems.push(problem(path, `must be ${JSON.stringify(schema.const)}`, value));
		return value;
	}
	const types = Array.isArray(schema.type) ? schema.type : [schema.type];
	if (types.length > 1) {
		return fitAny(
			value,
			types.map((type) => ({ ...schema, type })),
			path,
			problems,
		);
	}
	switch (schema.type) {
		case "object":
			return fitObject(value, schema, path, problems);
		case "array":
			return fitArray(value, schema, path, problems);
		case "string":
			return fitString(value, schema, path, problems);
		case "number":
		case "integer":
			return fitNumber(value, schema, path, problems);
		case "boolean":
			if (typeof value === "boolean") return value;
			if (value === "true" || value === "false") return value === "true";
			problems.push(problem(path, "must be a boolean", value));
			return value;
		case "null":
			if (value !== null) problems.push(problem(path, "must be null", value));
			return value;
		default:
			return value;
	}
}

function fitAny(value: unknown, options: readonly JsonSchema[], path: string, problems: string[]): unknown {
	let fewest: string[] | undefined;
	for (const option of options) {
		const found: string[] = [];
		const fitted = fit(value, option, path, found);
		if (found.length === 0) return fitted;
		if (!fewest || found.length < fewest.length) fewest = found;
	}
	problems.push(...(fewest ?? []));
	return value;
}

function fitEnum(value: unknown, allowed: readonly unknown[], path: string, problems: string[]): unknown {
	if (allowed.includes(value)) return value;
	const same = allowed.find((option) => String(option) === String(value));
	if (same !== undefined) return same;
	problems.push(problem(path, `must be one of ${allowed.map((option) => JSON.stringify(option)).join(", ")}`, value));
	return value;
}

function fitObject(value: unknown, schema: JsonSchema, path: string, problems: string[]): unknown {
	const object = parsedIfString(value);
	if (!isRecord(object)) {
		problems.push(problem(path, "must be an object", value));
		return value;
	}
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = new Set((schema.required ?? []) as string[]);
	const fitted: Record<string, unknown> = {};
	for (const [name, property] of Object.entries(properties)) {
		const fieldValue = object[name];
		// Strict providers make the model write null for what it leaves out.
		const absent = fieldValue === undefined || (fieldValue === null && !required.has(name));
		if (!absent) fitted[name] = fit(fieldValue, property, join(path, name), problems);
		else if (required.has(name)) problems.push(problem(join(path, name), expectation(property), undefined));
	}
	const extra = schema.additionalProperties;
	for (const [name, fieldValue] of Object.entries(object)) {
		if (name in properties) continue;
		if (isRecord(extra)) fitted[name] = fit(fieldValue, extra, join(path, name), problems);
		else if (extra === true || !schema.properties) fitted[name] = fieldValue;
	}
	return fitted;
}

/** Paths of what a schema has no place for, and which is therefore dropped. */
export function unknownKeys(raw: unknown, schema: JsonSchema, path = ""): string[] {
	const value = typeof raw === "string" && schema.type !== "string" ? parsedIfString(raw) : raw;
	if (Array.isArray(value) && isRecord(schema.items)) {
		const { items } = schema;
		return value.flatMap((item, index) => unknownKeys(item, items as JsonSchema, `${path}[${index}]`));
	}
	if (!isRecord(value) || !isRecord(schema.properties)) return [];
	const properties = schema.properties as Record<string, JsonSchema>;
	const isOpen = schema.additionalProperties === true || isRecord(schema.additionalProperties);
	return Object.entries(value).flatMap(([name, item]) => {
		const property = properties[name];
		if (property) return unknownKeys(item, property, join(path, name));
		return isOpen || item === undefined || item === null ? [] : [join(path, name)];
	});
}

function fitArray(value: unknown, schema: JsonSchema, path: string, problems: string[]): unknown {
	const parsed = parsedIfString(value);
	// One text where a list of them is wanted.
	const array =
		typeof parsed === "string" && isRecord(schema.items) && schema.items.type === "string" ? [parsed] : parsed;
	if (!Array.isArray(array)) {
		problems.push(problem(path, "must be an array", value));
		return value;
	}
	const items = schema.items;
	if (!isRecord(items)) return array;
	return array.map((item, index) => fit(item, items, `${path}[${index}]`, problems));
}

function fitString(value: unknown, schema: JsonSchema, path: string, problems: string[]): unknown {
	const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const text = typeof only === "number" || typeof only === "boolean" ? String(only) : only;
	if (typeof text !== "string") {
		problems.push(problem(path, "must be a string", value));
		return value;
	}
	const minLength = Number(schema.minLength ?? 0);
	if (text.length < minLength) problems.push(problem(path, `must have at least ${minLength} characters`, value));
	if (typeof schema.pattern === "string" && !new RegExp(schema.pattern, "u").test(text)) {
		problems.push(problem(path, `must match ${schema.pattern}`, value));
	}
	return text;
}

function fitNumber(value: unknown, schema: JsonSchema, path: string, problems: string[]): unknown {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	if (typeof number !== "number" || !Number.isFinite(number)) {
		problems.push(problem(path, expectation(schema), value));
		return value;
	}
	if (schema.type === "integer" && !Number.isInteger(number)) problems.push(problem(path, "must be an integer", value));
	const { minimum, maximum } = schema;
	if (typeof minimum === "number" && number < minimum)
		problems.push(problem(path, `must be at least ${minimum}`, value));
	if (typeof maximum === "number" && number > maximum)
		problems.push(problem(path, `must be at most ${maximum}`, value));
	return number;
}

function parsedIfString(value: unknown): unknown {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

function expectation(schema: JsonSchema): string {
	const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type;
	if (typeof type !== "string") return "is required";
	return `must be ${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}

function problem(path: string, rule: string, value: unknown): string {
	const name = path || "arguments";
	const showsValue = rule.startsWith("must be one of") && typeof value === "string" && value.length <= 40;
	const kind =
		value === undefined ? "missing" : value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
	const was = showsValue ? JSON.stringify(value) : kind;
	return `${name}: ${name} ${rule} (was ${was})`;
}

function join(path: string, name: string): string {
	return path ? `${path}.${name}` : name;
}

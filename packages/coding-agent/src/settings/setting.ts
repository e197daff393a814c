/** One setting, defined once: type, default, screen, help and reference come from this. */
export interface Setting<Value> {
	/** The dotted path in settings files; given by the section. */
	readonly key: string;
	readonly type: "boolean" | "number" | "string" | "enum" | "array" | "record";
	readonly default: Value;
	readonly label: string;
	readonly help: string;
	readonly values?: readonly string[];
	/** What is wrong with a value from a file, if anything. */
	readonly problemWith: (value: unknown) => string | undefined;
}

type Undefined<Value> = Omit<Setting<Value>, "key">;
interface Words {
	readonly label: string;
	readonly help: string;
}

export function boolean(options: Words & { default: boolean }): Undefined<boolean> {
	return {
		type: "boolean",
		...options,
		problemWith: (value) => (typeof value === "boolean" ? undefined : "must be true or false"),
	};
}

export function integer(options: Words & { default: number; min?: number; max?: number }): Undefined<number> {
	const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = options;
	return {
		type: "number",
		default: options.default,
		label: options.label,
		help: options.help,
		problemWith(value) {
			if (typeof value !== "number" || !Number.isInteger(value)) return "must be a whole number";
			return value < min || value > max ? `must be from ${min} to ${max}` : undefined;
		},
	};
}

export function string(options: Words & { default: string }): Undefined<string> {
	return {
		type: "string",
		...options,
		problemWith: (value) => (typeof value === "string" ? undefined : "must be text"),
	};
}

export function choice<const Value extends string>(
	options: Words & { default: Value; values: readonly Value[] },
): Undefined<Value> {
	return {
		type: "enum",
		...options,
		problemWith: (value) =>
			options.values.includes(value as Value) ? undefined : `must be one of ${options.values.join(", ")}`,
	};
}

/** Entries are looked at by whoever uses them: besides text some lists take mappings. */
export function list(options: Words & { default: readonly unknown[] }): Undefined<readonly unknown[]> {
	return {
		type: "array",
		...options,
		problemWith: (value) => (Array.isArray(value) ? undefined : "must be a list"),
	};
}

export function record(
	options: Words & { default: Readonly<Record<string, string>> },
): Undefined<Readonly<Record<string, string>>> {
	return {
		type: "record",
		...options,
		problemWith: (value) =>
			typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "must be a mapping",
	};
}

/** Settings of one feature under a common prefix; an empty prefix puts them at the top. */
export function section<Definitions extends Record<string, Undefined<unknown>>>(
	prefix: string,
	definitions: Definitions,
): { readonly [Name in keyof Definitions]: Definitions[Name] & { readonly key: string } } {
	const named = Object.entries(definitions).map(([name, definition]) => [
		name,
		{ ...definition, key: prefix ? `${prefix}.${name}` : name },
	]);
	return Object.fromEntries(named);
}

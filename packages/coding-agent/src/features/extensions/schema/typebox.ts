type Schema = Readonly<Record<string, unknown>>;
type Options = Schema;

/** Marks what a `Type.Object` need not have. Symbols do not reach the model. */
const optional = Symbol("optional");

const isOptional = (schema: Schema): boolean => (schema as { readonly [optional]?: boolean })[optional] === true;

/** The part of TypeBox that describes parameters of tools: it makes JSON schemas. */
export const Type = {
	String: (options: Options = {}): Schema => ({ ...options, type: "string" }),
	Number: (options: Options = {}): Schema => ({ ...options, type: "number" }),
	Integer: (options: Options = {}): Schema => ({ ...options, type: "integer" }),
	Boolean: (options: Options = {}): Schema => ({ ...options, type: "boolean" }),
	Null: (options: Options = {}): Schema => ({ ...options, type: "null" }),
	Any: (options: Options = {}): Schema => ({ ...options }),
	Unknown: (options: Options = {}): Schema => ({ ...options }),
	Literal: (value: string | number | boolean, options: Options = {}): Schema => ({
		...options,
		const: value,
		type: typeof value,
	}),
	Enum: (values: Readonly<Record<string, string | number>>, options: Options = {}): Schema => ({
		...options,
		enum: Object.values(values),
	}),
	Array: (items: Schema, options: Options = {}): Schema => ({ ...options, type: "array", items }),
	Tuple: (items: readonly Schema[], options: Options = {}): Schema => ({
		...options,
		type: "array",
		prefixItems: items,
		minItems: items.length,
		maxItems: items.length,
	}),
	Union: (anyOf: readonly Schema[], options: Options = {}): Schema => ({ ...options, anyOf }),
	Intersect: (allOf: readonly Schema[], options: Options = {}): Schema => ({ ...options, allOf }),
	Record: (_key: Schema, value: Schema, options: Options = {}): Schema => ({
		...options,
		type: "object",
		additionalProperties: value,
	}),
	Optional: (schema: Schema): Schema => ({ ...schema, [optional]: true }),
	Unsafe: (schema: Schema = {}): Schema => schema,
	Object(properties: Readonly<Record<string, Schema>>, options: Options = {}): Schema {
		const required = Object.keys(properties).filter((name) => !isOptional(properties[name] ?? {}));
		return { ...options, type: "object", properties, ...(required.length > 0 && { required }) };
	},
	Partial(object: Schema): Schema {
		const { required: _required, ...rest } = object;
		return rest;
	},
} as const;

/** A choice of texts, as a plain `enum` that every provider takes. */
export function StringEnum(values: readonly string[], options: Options = {}): Schema {
	return { ...options, type: "string", enum: [...values] };
}

export type Typebox = { readonly Type: typeof Type; readonly StringEnum: typeof StringEnum };
export const typebox: Typebox = { Type, StringEnum };

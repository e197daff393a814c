import { isRecord } from "@oh-my-pi/pi-utils/is-record";

type Schema = Readonly<Record<string, unknown>>;

const numberTypes: ReadonlySet<unknown> = new Set(["float32", "float64", "number"]);
const integerTypes: ReadonlySet<unknown> = new Set(["int8", "uint8", "int16", "uint16", "int32", "uint32", "integer"]);

/** Deeper schemas are taken for a mistake. */
const maxDepth = 32;

/** JSON Schema for a schema in JTD form (`properties`, `optionalProperties`, `elements`, …). JSON Schema stays as it is. */
export function jtdToJsonSchema(schema: Schema): Schema {
	return isJtd(schema) ? converted(schema, 0) : schema;
}

/** JSON Schema names a type beside `properties`; JTD does not, and has words of its own. */
function isJtd(schema: Schema): boolean {
	if ("$schema" in schema || "anyOf" in schema || "oneOf" in schema || "allOf" in schema || "$ref" in schema)
		return false;
	if ("optionalProperties" in schema || "elements" in schema || "values" in schema || "discriminator" in schema)
		return true;
	return "properties" in schema && !("type" in schema) && !("required" in schema);
}

function converted(schema: unknown, depth: number): Schema {
	if (!isRecord(schema) || depth > maxDepth) return {};
	const inner = nonNullable(schema, depth);
	const described = isRecord(schema.metadata) ? schema.metadata.description : schema.description;
	const about = typeof described === "string" ? { description: described } : {};
	if (schema.nullable === true) return { anyOf: [inner, { type: "null" }], ...about };
	return { ...inner, ...about };
}

function nonNullable(schema: Schema, depth: number): Schema {
	if (Array.isArray(schema.enum)) {
		const isText = schema.enum.every((option) => typeof option === "string");
		return { ...(isText && { type: "string" }), enum: schema.enum };
	}
	if ("elements" in schema) return { type: "array", items: converted(schema.elements, depth + 1) };
	if ("values" in schema) return { type: "object", additionalProperties: converted(schema.values, depth + 1) };
	if (typeof schema.discriminator === "string" && isRecord(schema.mapping)) {
		const { discriminator } = schema;
		return {
			anyOf: Object.entries(schema.mapping).map(([tag, form]) => tagged(form, discriminator, tag, depth)),
		};
	}
	if ("properties" in schema || "optionalProperties" in schema) return object(schema, depth);
	return simple(schema);
}

function object(schema: Schema, depth: number): Schema {
	const properties = isRecord(schema.properties) ? schema.properties : {};
	const optional = isRecord(schema.optionalProperties) ? schema.optionalProperties : {};
	const all = Object.entries({ ...properties, ...optional });
	return {
		type: "object",
		properties: Object.fromEntries(all.map(([name, property]) => [name, converted(property, depth + 1)])),
		required: Object.keys(properties),
		additionalProperties: schema.additionalProperties === true,
	};
}

function tagged(form: unknown, discriminator: string, tag: string, depth: number): Schema {
	const { properties, required, ...rest } = converted(form, depth + 1);
	return {
		...rest,
		type: "object",
		properties: { [discriminator]: { const: tag }, ...(isRecord(properties) ? properties : {}) },
		required: [discriminator, ...(Array.isArray(required) ? required : [])],
	};
}

function simple({ type }: Schema): Schema {
	if (integerTypes.has(type)) return { type: "integer" };
	if (numberTypes.has(type)) return { type: "number" };
	if (type === "timestamp") return { type: "string", format: "date-time" };
	return typeof type === "string" ? { type } : {};
}

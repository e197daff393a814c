import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** What a field of a frame must be. `read` gives the value or throws what is wrong with it. */
export interface Field<Value> {
	read(value: unknown, name: string): Value;
}

export type Shape = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<S extends Shape> = {
	readonly [Name in keyof S]: S[Name] extends Field<infer Value> ? Value : never;
};

/** The message names the field. */
export class FieldError extends Error {
	override readonly name = "FieldError";
}

export function readFields<S extends Shape>(frame: Readonly<Record<string, unknown>>, shape: S): ValuesOf<S> {
	const values = Object.entries(shape).map(([name, field]) => [name, field.read(frame[name], name)]);
	return Object.fromEntries(values);
}

export const text: Field<string> = {
	read: (value, name) => (typeof value === "string" ? value : complain(name, "must be a string", value)),
};

export const flag: Field<boolean> = {
	read: (value, name) => (typeof value === "boolean" ? value : complain(name, "must be true or false", value)),
};

/** Any JSON object, as it is. */
export const object: Field<Readonly<Record<string, unknown>>> = {
	read: (value, name) => (isRecord(value) ? value : complain(name, "must be an object", value)),
};

export function wholeNumber(limits: { min: number; max?: number }): Field<number> {
	const { min, max = Number.MAX_SAFE_INTEGER } = limits;
	return {
		read(value, name) {
			if (typeof value !== "number" || !Number.isInteger(value)) return complain(name, "must be a whole number", value);
			if (value < min || value > max) throw new FieldError(`${name} must be from ${min} to ${max}, not ${value}`);
			return value;
		},
	};
}

export function oneOf<const Value extends string>(values: readonly Value[]): Field<Value> {
	return {
		read(value, name) {
			const found = values.find((candidate) => candidate === value);
			if (found !== undefined) return found;
			const was = typeof value === "string" ? JSON.stringify(value) : describeKind(value);
			throw new FieldError(`${name} must be one of ${values.join(", ")} (was ${was})`);
		},
	};
}

export function listOf<Value>(item: Field<Value>): Field<Value[]> {
	return {
		read(value, name) {
			if (!Array.isArray(value)) return complain(name, "must be an array", value);
			return value.map((entry, index) => item.read(entry, `${name}[${index}]`));
		},
	};
}

export function recordOf<S extends Shape>(shape: S): Field<ValuesOf<S>> {
	return {
		read(value, name) {
			if (!isRecord(value)) return complain(name, "must be an object", value);
			const entries = Object.entries(shape).map(([key, field]) => [key, field.read(value[key], `${name}.${key}`)]);
			return Object.fromEntries(entries);
		},
	};
}

/** `null` counts as absent: many languages cannot leave a field out. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined> {
	return { read: (value, name) => (value === undefined || value === null ? undefined : field.read(value, name)) };
}

function complain(name: string, rule: string, value: unknown): never {
	throw new FieldError(`${name} ${rule} (was ${describeKind(value)})`);
}

function describeKind(value: unknown): string {
	if (value === undefined) return "missing";
	if (value === null) return "null";
	return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

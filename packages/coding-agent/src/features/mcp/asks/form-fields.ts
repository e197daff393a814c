import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";

type Schema = Readonly<Record<string, unknown>>;

export interface FieldChoice {
	readonly value: string;
	readonly label: string;
}

interface FieldFacts {
	readonly name: string;
	readonly label: string;
	readonly help?: string;
	readonly isRequired: boolean;
}

/** One question of a form. */
export type FormField = FieldFacts &
	(
		| { readonly kind: "yes-no"; readonly usual?: boolean }
		| { readonly kind: "one-of"; readonly choices: readonly FieldChoice[]; readonly usual?: string }
		| { readonly kind: "some-of"; readonly choices: readonly FieldChoice[]; readonly usual: readonly string[] }
		| {
				readonly kind: "text" | "number";
				readonly usual?: string;
				/** The value of what was typed, or why it is none. */
				read(typed: string): { readonly value: string | number } | { readonly problem: string };
		  }
	);

export const maxFields = 50;

/** The questions of a requested schema, in its order. Servers may only ask for plain values; anything else is asked as text. */
export function formFields(requested: unknown): FormField[] {
	const { properties, required } = isRecord(requested) ? requested : {};
	const needed: readonly unknown[] = Array.isArray(required) ? required : [];
	if (!isRecord(properties)) return [];
	return Object.entries(properties).map(([name, schema]) =>
		formField(name, isRecord(schema) ? schema : {}, needed.includes(name)),
	);
}

function formField(name: string, schema: Schema, isRequired: boolean): FormField {
	const help = nonEmptyString(schema.description);
	const facts = { name, label: nonEmptyString(schema.title) ?? name, ...(help !== undefined && { help }), isRequired };
	const { type, default: usual } = schema;
	if (type === "boolean") return { ...facts, kind: "yes-no", ...(typeof usual === "boolean" && { usual }) };
	if (type === "array") {
		const choices = listChoices(isRecord(schema.items) ? schema.items : {});
		const chosen = Array.isArray(usual) ? usual.filter((one) => choices.some(({ value }) => value === one)) : [];
		return { ...facts, kind: "some-of", choices, usual: chosen };
	}
	const choices = listChoices(schema);
	const prefill = typeof usual === "string" || typeof usual === "number" ? { usual: String(usual) } : {};
	if (choices.length > 0) return { ...facts, kind: "one-of", choices, ...prefill };
	const isNumber = type === "number" || type === "integer";
	return {
		...facts,
		kind: isNumber ? "number" : "text",
		...prefill,
		read: (typed) => (isNumber ? readNumber(typed, schema) : readText(typed, schema)),
	};
}

/** `enum` with or without names, or a list of constants with titles. */
function listChoices({ enum: values, enumNames, oneOf, anyOf }: Schema): FieldChoice[] {
	const titled = [oneOf, anyOf].find(Array.isArray);
	if (titled) {
		return titled.filter(isRecord).flatMap((one) => {
			const value = nonEmptyString(one.const);
			return value === undefined ? [] : [{ value, label: nonEmptyString(one.title) ?? value }];
		});
	}
	if (!Array.isArray(values)) return [];
	const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
	return values.flatMap((value, index) =>
		typeof value === "string" ? [{ value, label: nonEmptyString(names[index]) ?? value }] : [],
	);
}

function readNumber(typed: string, { type, minimum, maximum }: Schema) {
	const value = Number(typed.trim());
	if (typed.trim() === "" || !Number.isFinite(value)) return { problem: "Enter a number." };
	if (type === "integer" && !Number.isInteger(value)) return { problem: "Enter a whole number." };
	if (typeof minimum === "number" && value < minimum) return { problem: `Enter at least ${minimum}.` };
	if (typeof maximum === "number" && value > maximum) return { problem: `Enter at most ${maximum}.` };
	return { value };
}

function readText(value: string, { minLength, maxLength, format }: Schema) {
	if (typeof minLength === "number" && value.length < minLength) {
		return { problem: `Enter at least ${minLength} characters.` };
	}
	if (typeof maxLength === "number" && value.length > maxLength) {
		return { problem: `Enter at most ${maxLength} characters.` };
	}
	const problem = typeof format === "string" && Object.hasOwn(formats, format) ? formats[format]?.(value) : undefined;
	return problem === undefined ? { value } : { problem };
}

const formats: Readonly<Record<string, (value: string) => string | undefined>> = {
	email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "Enter an email address."),
	uri: (value) => (URL.canParse(value) ? undefined : "Enter an address such as https://example.com."),
	date: (value) => (/^\d{4}-\d\d-\d\d$/.test(value) && isDate(value) ? undefined : "Enter a date such as 2026-01-31."),
	"date-time": (value) =>
		/^\d{4}-\d\d-\d\dT/.test(value) && isDate(value) ? undefined : "Enter a time such as 2026-01-31T12:00:00Z.",
};

function isDate(value: string): boolean {
	return !Number.isNaN(Date.parse(value));
}

import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { isWebAddress } from "@oh-my-pi/pi-utils/net/web-address";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";

/** Of a value that is quoted. */
const maxShown = 40;
/** Known keys that are worth a list. */
const maxListed = 20;

export type ConfigPath = ReadonlyArray<string | number>;

/** A problem in a document, with its path. */
export interface ConfigProblem {
	readonly path: ConfigPath;
	readonly message: string;
	/** The document is usable anyway. */
	readonly harmless?: boolean;
	/** The value is taken out of the document. */
	readonly isLeftOut?: boolean;
}

/** Checks one value and reports problems. */
export type Check = (value: unknown, path: ConfigPath) => ConfigProblem[];

const must = (path: ConfigPath, what: string): ConfigProblem[] => [{ path, message: `must be ${what}` }];

export const text: Check = (value, path) => (typeof value === "string" && value !== "" ? [] : must(path, "a text"));
/** Where requests go. Placeholders in it are filled in later. */
export const webAddress: Check = (value, path) => {
	const isFilled = typeof value === "string" && !/[<{]/.test(value);
	if (!isFilled) return text(value, path);
	return isWebAddress(value) ? [] : must(path, "an http or https URL with a host, such as https://api.example.com/v1");
};
export const flag: Check = (value, path) => (typeof value === "boolean" ? [] : must(path, "true or false"));
export const anything: Check = () => [];
export const positive: Check = (value, path) =>
	typeof value === "number" && Number.isFinite(value) && value > 0 ? [] : must(path, "a positive number");
export const notNegative: Check = (value, path) =>
	typeof value === "number" && Number.isFinite(value) && value >= 0 ? [] : must(path, "a number, 0 or more");

export function oneOf(...allowed: readonly unknown[]): Check {
	return (value, path) => {
		if (allowed.includes(value)) return [];
		const actual = typeof value === "string" ? `, not ${JSON.stringify(value.slice(0, maxShown))}` : "";
		return must(path, `one of ${allowed.join(", ")}${actual}`);
	};
}

export function listOf(check: Check): Check {
	return (value, path) =>
		Array.isArray(value) ? value.flatMap((item, index) => check(item, [...path, index])) : must(path, "a list");
}

export function recordOf(check: Check): Check {
	return (value, path) =>
		isRecord(value)
			? Object.entries(value).flatMap(([key, item]) => check(item, [...path, key]))
			: must(path, "a mapping");
}

/** A mapping with these optional keys. Unknown keys are only warnings, unless the mapping is closed. */
export function shape(fields: Readonly<Record<string, Check>>, options: { closed?: boolean } = {}): Check {
	const known = Object.keys(fields);
	return (value, path) => {
		if (!isRecord(value)) return must(path, "a mapping");
		return Object.entries(value).flatMap(([key, item]) => {
			const check = fields[key];
			const inner = [...path, key];
			if (!check) return [{ path: inner, message: unknownKey(key, known), harmless: !options.closed }];
			return item === undefined || item === null ? [] : check(item, inner);
		});
	};
}

function unknownKey(key: string, known: readonly string[]): string {
	const spelled = known.find((name) => name.toLowerCase() === key.toLowerCase().replace(/[_-]/g, ""));
	const similar = spelled ?? nearest(key, known)[0];
	if (similar !== undefined) return `is not known; did you mean ${similar}?`;
	return known.length > maxListed ? "is not known" : `is not known (known: ${known.join(", ")})`;
}

/** `providers.x.models[0].id` */
export function fieldName(path: ConfigPath): string {
	return path
		.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
		.join("")
		.replace(/^\./, "");
}

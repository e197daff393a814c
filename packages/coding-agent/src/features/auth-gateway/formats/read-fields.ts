import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { RequestError } from "./format.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function expected(path: string, what: string): RequestError {
	return new RequestError(`${path}: expected ${what}`);
}

export function record(value: unknown, path: string): Fields {
	if (isRecord(value)) return value;
	throw expected(path, "an object");
}

export function list(value: unknown, path: string): readonly unknown[] {
	if (Array.isArray(value)) return value;
	throw expected(path, "a list");
}

export function filledList(value: unknown, path: string): readonly unknown[] {
	const items = list(value, path);
	if (items.length > 0) return items;
	throw expected(path, "a list that is not empty");
}

export function text(value: unknown, path: string): string {
	if (typeof value === "string") return value;
	throw expected(path, "a text");
}

export function name(value: unknown, path: string): string {
	if (typeof value === "string" && value !== "") return value;
	throw expected(path, "a text that is not empty");
}

/** Absent and `null` are the same. */
export function optional<Value>(
	value: unknown,
	path: string,
	read: (value: unknown, path: string) => Value,
): Value | undefined {
	return value === undefined || value === null ? undefined : read(value, path);
}

export function number(value: unknown, path: string): number {
	if (typeof value === "number" && Number.isFinite(value)) return value;
	throw expected(path, "a number");
}

export function flag(value: unknown, path: string): boolean {
	if (typeof value === "boolean") return value;
	throw expected(path, "true or false");
}

export function positive(value: unknown, path: string): number {
	if (typeof value === "number" && Number.isFinite(value) && value > 0) return Math.ceil(value);
	throw expected(path, "a positive number");
}

/** Arguments of a tool call as they come: as JSON in a text. */
export function parseArguments(value: unknown, path: string): Record<string, unknown> {
	if (isRecord(value)) return { ...value };
	if (value === undefined || value === null || value === "") return {};
	try {
		const parsed: unknown = JSON.parse(text(value, path));
		if (isRecord(parsed)) return parsed;
	} catch {
		// Said below.
	}
	throw expected(path, "a JSON object as text");
}

/** A list of texts, or one of them. */
export function texts(value: unknown, path: string): readonly string[] {
	return typeof value === "string" ? [value] : list(value, path).map((item, index) => text(item, `${path}[${index}]`));
}

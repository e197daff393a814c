import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** What an adapter sends is read member by member; what has another type than expected counts as absent. */
export type Body = Readonly<Record<string, unknown>>;

const maxChars = 64 * 1024;

export function asBody(value: unknown): Body {
	return isRecord(value) ? value : {};
}

export function readText(value: unknown): string | undefined {
	return typeof value === "string" ? value.slice(0, maxChars) : undefined;
}

export function readInteger(value: unknown): number | undefined {
	return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** At most `maxItems` of a list, without what `read` does not understand. */
export function readList<T>(value: unknown, maxItems: number, read: (item: Body) => T | undefined): T[] {
	if (!Array.isArray(value)) return [];
	const items: T[] = [];
	for (const item of value.slice(0, maxItems)) {
		const known = isRecord(item) ? read(item) : undefined;
		if (known !== undefined) items.push(known);
	}
	return items;
}

type OptionalKeys<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T];
type Defined<T> = Omit<T, OptionalKeys<T>> & { [Key in OptionalKeys<T>]?: Exclude<T[Key], undefined> };

/** An object without its undefined members. */
export function definedFields<T extends object>(fields: T): Defined<T> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

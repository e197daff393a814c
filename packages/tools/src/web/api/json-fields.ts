export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a parsed object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The objects of a list; other entries are left out. */
export function readList(value: unknown): readonly Fields[] {
	if (!Array.isArray(value)) return [];
	return value.filter((entry) => typeof entry === "object" && entry !== null).map(fieldsOf);
}

/** A text with something in it. */
export function textIn(value: unknown): string | undefined {
	const text = typeof value === "string" ? value.trim() : "";
	return text === "" ? undefined : text;
}

export function textsIn(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.flatMap((entry) => textIn(entry) ?? []) : [];
}

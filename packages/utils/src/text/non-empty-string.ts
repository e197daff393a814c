/** `undefined` for an empty string and for anything that is no string. */
export function nonEmptyString(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

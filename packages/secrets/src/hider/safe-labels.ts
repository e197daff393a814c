import type { SecretEntry } from "../entries/secret-entry.ts";

/** Less of a value in a label tells nothing. */
const minTelling = 4;

/** The labels of the entries, without those that say what they hide. */
export function safeLabels(entries: readonly SecretEntry[]): ReadonlyArray<string | undefined> {
	if (!entries.some(({ label }) => label)) return entries.map(() => undefined);
	const values = entries.flatMap((entry) => (entry.type === "plain" ? [plainLetters(entry.value)] : []));
	const telling = values.filter(({ length }) => length >= minTelling);
	return entries.map(({ label }) => {
		if (!label || telling.some((value) => label.includes(value))) return undefined;
		const matches = entries.some((entry) => entry.type === "regex" && entry.pattern.find(label).length > 0);
		return matches ? undefined : label;
	});
}

function plainLetters(value: string): string {
	return value.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** The most items of one list or object that are looked at. */
const maxItems = 2000;

/**
 * A value of an answer whose shape nobody promised. What is missing or of another type reads as `undefined` or as an
 * empty list, so that a handler can say what it needs and be in doubt about the rest.
 */
export class JsonReader {
	readonly value: unknown;

	constructor(value: unknown) {
		this.value = value;
	}

	at(...path: readonly (string | number)[]): JsonReader {
		let value = this.value;
		for (const key of path) {
			if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return new JsonReader(undefined);
			value = Reflect.get(value, key);
		}
		return new JsonReader(value);
	}

	/** Text with something in it, or a number as text. */
	text(...path: readonly (string | number)[]): string | undefined {
		const { value } = this.at(...path);
		if (typeof value === "number" && Number.isFinite(value)) return String(value);
		return typeof value === "string" && value.trim() !== "" ? value : undefined;
	}

	number(...path: readonly (string | number)[]): number | undefined {
		const { value } = this.at(...path);
		return typeof value === "number" && Number.isFinite(value) ? value : undefined;
	}

	flag(...path: readonly (string | number)[]): boolean {
		return this.at(...path).value === true;
	}

	list(...path: readonly (string | number)[]): readonly JsonReader[] {
		const { value } = this.at(...path);
		return Array.isArray(value) ? value.slice(0, maxItems).map((item: unknown) => new JsonReader(item)) : [];
	}

	/** The texts of a list, or of one field of each of its items. */
	texts(path: readonly (string | number)[], field?: string): readonly string[] {
		return this.list(...path).flatMap((item) => (field === undefined ? item.text() : item.text(field)) ?? []);
	}

	entries(...path: readonly (string | number)[]): readonly (readonly [string, JsonReader])[] {
		const { value } = this.at(...path);
		if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
		return Object.entries(value)
			.slice(0, maxItems)
			.map(([key, item]) => [key, new JsonReader(item)] as const);
	}
}

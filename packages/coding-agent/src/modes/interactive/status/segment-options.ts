/** What the user's settings say about one segment; a value of the wrong kind counts as not given. */
export class SegmentOptions {
	readonly #given: Readonly<Record<string, unknown>>;

	constructor(all: Readonly<Record<string, unknown>>, segment: string) {
		const own = all[segment];
		this.#given = typeof own === "object" && own !== null ? (own as Record<string, unknown>) : {};
	}

	flag(name: string, fallback: boolean): boolean {
		const value = this.#given[name];
		return typeof value === "boolean" ? value : fallback;
	}

	number(name: string, fallback: number): number {
		const value = this.#given[name];
		return typeof value === "number" && value > 0 ? value : fallback;
	}

	choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
		return values.find((value) => value === this.#given[name]) ?? fallback;
	}
}

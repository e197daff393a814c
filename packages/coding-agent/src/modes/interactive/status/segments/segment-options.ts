/** What the user's settings say about one segment; a value of the wrong kind counts as not given. */
export class SegmentOptions {
	readonly #values: Readonly<Record<string, unknown>>;

	constructor(all: Readonly<Record<string, unknown>>, segment: string) {
		const section = all[segment];
		this.#values = typeof section === "object" && section !== null ? (section as Record<string, unknown>) : {};
	}

	flag(name: string, fallback: boolean): boolean {
		const value = this.#values[name];
		return typeof value === "boolean" ? value : fallback;
	}

	number(name: string, fallback: number): number {
		const value = this.#values[name];
		return typeof value === "number" && value > 0 ? value : fallback;
	}

	choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
		return values.find((value) => value === this.#values[name]) ?? fallback;
	}
}

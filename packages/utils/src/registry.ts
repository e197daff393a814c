import { reportDefect } from "./defect.ts";

/** Named values, in the order in which they were added. More can be added and removed while the program runs. */
export class Registry<Value> {
	readonly #values: Map<string, Value>;
	readonly #listeners = new Set<() => void>();

	constructor(entries: Iterable<readonly [name: string, value: Value]> = []) {
		this.#values = new Map(Array.from(entries).filter(isDefined));
	}

	/** Adds a value; gives the function that removes it again. Throws when the name is taken. */
	add(name: string, value: Value): () => void {
		if (!isDefined([name, value])) return () => {};
		if (this.#values.has(name)) throw new Error(`"${name}" is registered already`);
		this.#values.set(name, value);
		this.#changed();
		return () => {
			if (this.#values.get(name) !== value) return;
			this.#values.delete(name);
			this.#changed();
		};
	}

	/** Puts another value in the place of the one with this name. */
	replace(name: string, value: Value): void {
		this.#values.set(name, value);
		this.#changed();
	}

	get(name: string): Value | undefined {
		return this.#values.get(name);
	}

	has(name: string): boolean {
		return this.#values.has(name);
	}

	names(): readonly string[] {
		return [...this.#values.keys()];
	}

	values(): readonly Value[] {
		return [...this.#values.values()];
	}

	/** Calls back when something was added or removed; gives the function that ends that. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	#changed(): void {
		for (const listener of this.#listeners) listener();
	}
}

function isDefined([name, value]: readonly [string, unknown]): boolean {
	if (value === undefined) reportDefect(`"${name}" is registered without a value`);
	return value !== undefined;
}

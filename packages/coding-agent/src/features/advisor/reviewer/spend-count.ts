export interface Spend {
	readonly input: number;
	readonly output: number;
	readonly cost: number;
}

const nothing: Spend = { input: 0, output: 0, cost: 0 };

/** What the advisors of a conversation have cost, each by its name, also those that have been switched off or made anew. */
export class SpendCount {
	readonly #byName = new Map<string | undefined, Spend>();

	add(name: string | undefined, more: Spend): void {
		this.#byName.set(name, sum([this.of(name), more]));
	}

	of(name: string | undefined): Spend {
		return this.#byName.get(name) ?? nothing;
	}

	get total(): Spend {
		return sum([...this.#byName.values()]);
	}

	get isEmpty(): boolean {
		return this.#byName.size === 0;
	}
}

function sum(all: readonly Spend[]): Spend {
	return all.reduce(
		(total, { input, output, cost }) => ({
			input: total.input + input,
			output: total.output + output,
			cost: total.cost + cost,
		}),
		nothing,
	);
}

/** A partial fake. Accessing anything else throws with its name, where a cast would silently yield `undefined`. */
export function partly<Whole extends object>(what: string, given: Partial<Whole>): Whole {
	return new Proxy(given, {
		get(target, name, receiver) {
			// `then` is checked by await, and symbols by printing.
			if (name in target || typeof name === "symbol" || name === "then") return Reflect.get(target, name, receiver);
			throw new Error(`The test gives the ${what} no ${name}`);
		},
	}) as Whole;
}

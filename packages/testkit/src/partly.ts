/**
 * The part of something large that a test gives. Whatever else is asked of it fails and says what was missing, where a cast
 * would go on with `undefined`.
 */
export function partly<Whole extends object>(what: string, given: Partial<Whole>): Whole {
	return new Proxy(given, {
		get(target, name, receiver) {
			// What is not a promise says so by having none of this, and what prints values looks for symbols.
			if (name in target || typeof name === "symbol" || name === "then") return Reflect.get(target, name, receiver);
			throw new Error(`The test gives the ${what} no ${name}`);
		},
	}) as Whole;
}

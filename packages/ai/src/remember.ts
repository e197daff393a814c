/** Memoizes per object. Tools stay the same between turns, so each schema is converted once per session. */
export function remember<Input extends object, Output>(compute: (input: Input) => Output): (input: Input) => Output {
	const known = new WeakMap<Input, Output>();
	return (input) => {
		const found = known.get(input);
		if (found !== undefined || known.has(input)) return found as Output;
		const output = compute(input);
		known.set(input, output);
		return output;
	};
}

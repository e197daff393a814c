/** A value that is made when it is first needed, and kept. */
export function once<Value>(make: () => Value): () => Value {
	let kept: { readonly value: Value } | undefined;
	return () => {
		kept ??= { value: make() };
		return kept.value;
	};
}

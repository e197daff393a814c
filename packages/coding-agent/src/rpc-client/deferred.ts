export interface Deferred<Value> {
	readonly promise: Promise<Value>;
	readonly resolve: (value: Value) => void;
	readonly reject: (error: unknown) => void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
export function deferred<Value>(): Deferred<Value> {
	let settle: Pick<Deferred<Value>, "resolve" | "reject"> | undefined;
	const promise = new Promise<Value>((resolve, reject) => {
		settle = { resolve, reject };
	});
	if (!settle) throw new Error("A promise calls its executor at once");
	return { promise, ...settle };
}

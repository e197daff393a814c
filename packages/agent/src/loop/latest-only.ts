/**
 * Sends values one after the other. While one is being sent, only the latest of the following ones is kept, so a slow
 * receiver lags but never builds up a backlog.
 */
export function latestOnly<Value>(send: (value: Value) => Promise<void>): (value: Value) => void {
	let isSending = false;
	let waiting: { readonly value: Value } | undefined;
	const pump = async (first: Value) => {
		isSending = true;
		for (let next: typeof waiting = { value: first }; next; next = waiting) {
			waiting = undefined;
			await send(next.value);
		}
		isSending = false;
	};
	return (value) => {
		if (isSending) waiting = { value };
		else void pump(value);
	};
}

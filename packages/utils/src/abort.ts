/** True for the errors that an aborted operation rejects with. */
export function isAbort(error: unknown): boolean {
	if (!(error instanceof Error) && !(error instanceof DOMException)) return false;
	return error.name === "AbortError" || error.name === "TimeoutError";
}

/** Resolves after the delay; rejects with the signal's reason when it fires first. */
export function sleep(delayMs: number, options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
	const { signal } = options;
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const onAbort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", onAbort);
			resolve();
		}, delayMs);
		signal?.addEventListener("abort", onAbort, { once: true });
	});
}

/** Settles as `promise` does, or rejects with the signal's reason as soon as that fires. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return promise;
	if (signal.aborted) {
		promise.catch(() => {});
		return Promise.reject(signal.reason);
	}
	return new Promise((resolve, reject) => {
		const onAbort = () => reject(signal.reason);
		signal.addEventListener("abort", onAbort, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
	});
}

/** Waits for best-effort work; the reason says why losing it is harmless. */
export async function ignoreFailure(work: PromiseLike<unknown> | (() => unknown), _reason: string): Promise<void> {
	try {
		await (typeof work === "function" ? work() : work);
	} catch {
		// The caller said why a failure here changes nothing.
	}
}

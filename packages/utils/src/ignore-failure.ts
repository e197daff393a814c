import { logIgnored } from "./debug-log.ts";

type Work<T> = PromiseLike<T> | (() => T | PromiseLike<T>);

/** Awaits best-effort work. A failure goes to the debug log only; the reason says why ignoring it is safe. */
export async function ignoreFailure(work: Work<unknown>, reason: string): Promise<void> {
	await withFallback(work, undefined, reason);
}

/** Awaits work and resolves to a fallback when it fails; the failure goes to the debug log only. */
export async function withFallback<T, F>(work: Work<T>, fallback: F, reason: string): Promise<T | F> {
	try {
		return await (typeof work === "function" ? work() : work);
	} catch (error) {
		logIgnored(reason, error);
		return fallback;
	}
}

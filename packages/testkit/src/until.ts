/**
 * Waits until the condition holds and returns its value. Errors of the condition mean "not yet"; the last one is the
 * cause on timeout.
 */
export async function until<T>(
	condition: () => T | Promise<T>,
	options: { timeoutMs?: number; everyMs?: number; describe?: () => string } = {},
): Promise<Exclude<T, false | null | undefined | 0 | "">> {
	const { timeoutMs = patienceMs, everyMs = 5 } = options;
	const deadline = performance.now() + timeoutMs;
	let cause: unknown;
	for (;;) {
		try {
			const value = await condition();
			if (isTruthy(value)) return value;
			cause = undefined;
		} catch (error) {
			cause = error;
		}
		if (performance.now() >= deadline) break;
		await Bun.sleep(everyMs);
	}
	const waitedFor = options.describe?.() ?? `\`${condition.toString().slice(0, 200)}\``;
	throw new Error(`Waited ${timeoutMs} ms in vain for ${waitedFor}`, { cause });
}

/** Longer than anything takes, even on a busy machine. */
export const patienceMs = 20_000;

function isTruthy<T>(value: T): value is Exclude<T, false | null | undefined | 0 | ""> {
	return Boolean(value);
}

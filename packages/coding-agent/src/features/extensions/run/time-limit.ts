import type { Extension } from "../api/extension.ts";

/** Waits for an extension, but not for longer than this; time in which it waits for the user does not count. 0: no limit. */
export async function withinTime<Result>(
	extension: Extension,
	limitMs: number,
	work: () => Result | Promise<Result>,
): Promise<Awaited<Result>> {
	const asked = extension.askedMs;
	const started = performance.now();
	const result = work();
	if (!(result instanceof Promise) || limitMs === 0) return await result;
	const { promise, reject } = Promise.withResolvers<never>();
	let timer: ReturnType<typeof setTimeout>;
	const check = () => {
		const workedMs = performance.now() - started - (extension.askedMs - asked);
		if (workedMs >= limitMs) reject(new Error(`no answer within ${limitMs} ms`));
		else timer = setTimeout(check, Math.max(1, limitMs - workedMs));
	};
	timer = setTimeout(check, limitMs);
	try {
		return await Promise.race([result, promise]);
	} finally {
		clearTimeout(timer);
		// What comes too late is nobody's.
		result.catch(() => {});
	}
}

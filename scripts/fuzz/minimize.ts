interface Effort {
	readonly maxTries: number;
	readonly maxMs: number;
}

const DEFAULT_EFFORT: Effort = { maxTries: 400, maxMs: 20_000 };

/** A shorter text that still fails, found by leaving out ever smaller parts. */
export async function minimize(
	text: string,
	stillFails: (candidate: string) => Promise<boolean>,
	{ maxTries, maxMs }: Effort = DEFAULT_EFFORT,
): Promise<string> {
	const startedAt = performance.now();
	let shortest = text;
	let tries = 0;
	for (let size = Math.ceil(text.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
		for (let from = 0; from < shortest.length; tries++) {
			if (tries >= maxTries || performance.now() - startedAt > maxMs) return shortest;
			const candidate = shortest.slice(0, from) + shortest.slice(from + size);
			if (await stillFails(candidate)) shortest = candidate;
			else from += size;
		}
	}
	return shortest;
}

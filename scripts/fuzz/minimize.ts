/** A shorter text that still fails, found by leaving out ever smaller parts. */
export async function minimize(
	text: string,
	stillFails: (candidate: string) => Promise<boolean>,
	maxTries = 400,
): Promise<string> {
	let shortest = text;
	let tries = 0;
	for (let size = Math.ceil(text.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
		for (let from = 0; from < shortest.length && tries < maxTries; tries++) {
			const candidate = shortest.slice(0, from) + shortest.slice(from + size);
			if (await stillFails(candidate)) shortest = candidate;
			else from += size;
		}
	}
	return shortest;
}

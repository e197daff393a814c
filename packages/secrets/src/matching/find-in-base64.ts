import type { Range } from "./mapped-text.ts";

/** Runs of characters of Base64, plain or for URLs; a shorter one holds nothing that a pattern would find. */
const base64Run = /[A-Za-z0-9+/_-]{16,}/g;

/**
 * Searches what stands encoded in a text. A run may begin with other text, such as a path, so each of the four places where the
 * encoding can begin is tried. All that is decoded is searched at once.
 */
export function findInBase64(text: string, find: (decoded: string) => readonly Range[]): Range[] {
	const decoded: string[] = [];
	const origins: Array<{
		readonly at: number;
		readonly length: number;
		readonly encodedAt: number;
		readonly encodedEnd: number;
	}> = [];
	let at = 0;
	for (const { index, 0: run } of text.matchAll(base64Run)) {
		for (let shift = 0; shift < 4; shift++) {
			// By bytes, so that places in the decoded text are places in the encoded one.
			const bytes = Buffer.from(run.slice(shift), "base64").toString("latin1");
			decoded.push(bytes);
			origins.push({ at, length: bytes.length, encodedAt: index + shift, encodedEnd: index + run.length });
			at += bytes.length + 1;
		}
	}
	if (decoded.length === 0) return [];
	let next = 0;
	return [...find(decoded.join("\n"))]
		.sort(([a], [b]) => a - b)
		.flatMap(([start, end]): Range[] => {
			let origin = origins[next];
			while (origin && start >= origin.at + origin.length) origin = origins[++next];
			if (!origin || start < origin.at) return [];
			const first = start - origin.at;
			const last = Math.min(end - origin.at, origin.length);
			const range = [origin.encodedAt + Math.floor(first / 3) * 4, origin.encodedAt + Math.ceil(last / 3) * 4] as const;
			return [[range[0], Math.min(range[1], origin.encodedEnd)]];
		});
}

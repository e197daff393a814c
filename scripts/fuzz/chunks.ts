import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";

/** Byte targets take a character for each byte. */
export function bytesOf(input: string): Buffer {
	return Buffer.from(input, "latin1");
}

/** UTF-8 as such an input. */
export function inputOf(text: string): string {
	return Buffer.from(text, "utf8").toString("latin1");
}

/** Cuts something into pieces of random length, the same for the same input. */
export function inChunks<Part extends { readonly length: number; slice(from: number, to: number): Part }>(
	whole: Part,
	maxLength: number,
): Part[] {
	const random = seeded(whole.length);
	const chunks: Part[] = [];
	for (let from = 0; from < whole.length; ) {
		const to = from + 1 + random.below(maxLength);
		chunks.push(whole.slice(from, to));
		from = to;
	}
	return chunks;
}

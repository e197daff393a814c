import { once } from "@oh-my-pi/pi-utils/once";
import { isPrintableAscii } from "./ascii.ts";

const segmenter = once(() => new Intl.Segmenter());

/** Splits text into user-perceived characters: emoji sequences and combined letters stay whole. */
export function graphemes(text: string): string[] {
	if (isPrintableAscii(text)) return text.split("");
	const clusters: string[] = [];
	for (const { segment } of segmenter().segment(text)) clusters.push(segment);
	return clusters;
}

// Longer clusters are abuse (Zalgo text); searching further for their start would make editing slow.
const LONGEST_CLUSTER = 64;

/** Start index of the grapheme that ends at `index`. */
export function previousBoundary(text: string, index: number): number {
	if (index <= 0) return 0;
	const from = Math.max(0, index - LONGEST_CLUSTER);
	const last = graphemes(text.slice(from, index)).at(-1);
	return index - (last?.length ?? 1);
}

/** End index of the grapheme that starts at `index`. */
export function nextBoundary(text: string, index: number): number {
	if (index >= text.length) return text.length;
	const first = graphemes(text.slice(index, index + LONGEST_CLUSTER))[0];
	return index + (first?.length ?? 1);
}

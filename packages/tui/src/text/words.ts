import { once } from "@oh-my-pi/pi-utils/once";

const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: "word" }));

/** A unit for word motions: a word, or punctuation of one kind; never white space. */
export interface WordSpan {
	readonly start: number;
	readonly end: number;
}

/** The words of a line, by Unicode rules; adjacent punctuation counts as one. */
export function wordSpans(line: string): WordSpan[] {
	const spans: Array<{ start: number; end: number; isWord: boolean }> = [];
	for (const { segment, index, isWordLike } of segmenter().segment(line)) {
		if (segment.trim() === "") continue;
		for (const part of isWordLike ? splitDotted(segment) : [segment]) {
			const start = index + segment.indexOf(part);
			const isWord = /[\p{L}\p{N}_]/u.test(part);
			const last = spans.at(-1);
			const continues = last?.end === start && last.isWord === isWord && !isWordLike;
			if (continues) last.end = start + part.length;
			else spans.push({ start, end: start + part.length, isWord });
		}
	}
	return spans.map(({ start, end }) => ({ start, end }));
}

/** Unicode treats `list.length` as one word; in code the motions should stop at the dot. Numbers stay whole. */
function splitDotted(word: string): string[] {
	return /^[\d.]+$/.test(word) ? [word] : (word.match(/[^.:]+|[.:]+/g) ?? [word]);
}

/** The target of a move one word to the left. */
export function wordLeft(line: string, index: number): number {
	return wordSpans(line).findLast((span) => span.start < index)?.start ?? 0;
}

/** The target of a move one word to the right. */
export function wordRight(line: string, index: number): number {
	return wordSpans(line).find((span) => span.end > index)?.end ?? line.length;
}

export interface ChangedParts {
	readonly before: readonly [string, string, string];
	readonly after: readonly [string, string, string];
}

/** Below this share of equal text, two lines are better shown as two. */
const minCommon = 0.3;

/** What lies between the equal beginnings and ends of two lines, in whole words; `undefined` when they have little in common. */
export function changedParts(before: string, after: string): ChangedParts | undefined {
	const oldWords = wordsOf(before);
	const newWords = wordsOf(after);
	const shortest = Math.min(oldWords.length, newWords.length);
	let start = 0;
	while (start < shortest && oldWords[start] === newWords[start]) start++;
	let end = 0;
	while (end < shortest - start && oldWords.at(-1 - end) === newWords.at(-1 - end)) end++;
	const parts = (words: readonly string[]) =>
		[
			words.slice(0, start).join(""),
			words.slice(start, words.length - end).join(""),
			words.slice(words.length - end).join(""),
		] as const;
	const changed = { before: parts(oldWords), after: parts(newWords) };
	const common = changed.before[0].trim().length + changed.before[2].trim().length;
	return common >= minCommon * Math.max(before.trim().length, after.trim().length) ? changed : undefined;
}

function wordsOf(line: string): string[] {
	return line.match(/[\p{L}\p{N}_]+|\s|[^\p{L}\p{N}_\s]/gu) ?? [];
}

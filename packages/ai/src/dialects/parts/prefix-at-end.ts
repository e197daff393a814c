/** The number of characters at the end of a text that are a prefix of one of the words. */
export function prefixAtEnd(words: readonly string[]): (text: string) => number {
	const longest = Math.max(...words.map((word) => word.length)) - 1;
	const firstCodes = new Set(words.map((word) => word.charCodeAt(0)));
	return (text) => {
		for (let start = Math.max(0, text.length - longest); start < text.length; start++) {
			if (!firstCodes.has(text.charCodeAt(start))) continue;
			const end = text.slice(start);
			if (words.some((word) => word.length > end.length && word.startsWith(end))) return end.length;
		}
		return 0;
	};
}

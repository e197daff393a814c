const fillers = new Set(
	"the and for with that this from into when not are was has have can may its out but does will".split(" "),
);

/** The words of a title that tell what it is about, sorted. */
export function titleWords(title: string): readonly string[] {
	const words = title.toLowerCase().match(/[\p{L}\p{N}_$]{3,}/gu) ?? [];
	return [...new Set(words.filter((word) => !fillers.has(word)).map(stem))].sort();
}

/** Whether two titles are about the same: they share half of the shorter one's words, and at least two, or all. */
export function areSimilar(one: string, other: string): boolean {
	const [some, rest] = [titleWords(one), titleWords(other)];
	if (some.join(" ") === rest.join(" ")) {
		return some.length > 0 || one.trim().toLowerCase() === other.trim().toLowerCase();
	}
	const known = new Set(rest);
	const shared = some.filter((word) => known.has(word)).length;
	return shared >= 2 && shared >= Math.min(some.length, rest.length) / 2;
}

/** `crashes` and `crashed` as `crash`. */
function stem(word: string): string {
	return word.length > 5 ? word.replace(/(?:ing|ed|es|s)$/, "") : word.replace(/s$/, "");
}

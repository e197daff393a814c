// One unit becomes one unit, so that places in the folded text are places in the text.
const folds: ReadonlyArray<readonly [RegExp, string]> = [
	[/[\u2018\u2019\u201a\u201b\u2032]/g, "'"],
	[/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
	[/[\u2010-\u2015\u2212]/g, "-"],
	[/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " "],
];

/** Typographic quotes, dashes and spaces as the keyboard has them. */
export function foldPunctuation(text: string): string {
	let folded = text;
	for (const [variants, plain] of folds) folded = folded.replace(variants, plain);
	return folded;
}

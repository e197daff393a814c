/** An English word without its usual endings, so that `deployed`, `deploys` and `deployment` are one term. Others stay as they are. */
export function stem(word: string): string {
	if (!/^[a-z]{4,}$/.test(word)) return word;
	const singular = withoutPlural(word);
	const base = singular
		.replace(/(?<=^[a-z]{3,})(?:ing|ed)$/, "")
		.replace(/(?<=^[a-z]{4,})ment$/, "")
		.replace(/(?<=^[a-z]{3,}[st])ion$/, "");
	const single = base === singular ? base : base.replace(/([bdfgmnprt])\1$/, "$1");
	return single.replace(/(?<=[a-z]{3})e$/, "");
}

function withoutPlural(word: string): string {
	if (/(?:ss|us|is)$/.test(word)) return word;
	if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
	return word.replace(/(?:(?<=(?:ss|sh|ch|x|z))es|s)$/, "");
}

/** `$$<HASH>$$`, `$$<HASH>:<HINT>$$` or `$$<LABEL>_<HASH>:<HINT>$$`. */
const placeholderShape = /\$\$(?:[A-Z0-9]{1,32}_)?([0-9A-Z]{12})(?::([ULCM]))?\$\$/g;
/** Also without its end, which what follows may add. */
export const placeholderLike = /\$\$(?:[A-Z0-9]{1,32}_)?([0-9A-Z]{12})(?::([ULCM]))?(?:\$\$)?/g;
export const longestPlaceholder = 51;

/** The end of a text that may become a placeholder. */
export const placeholderStart =
	/\$(?:\$(?:[A-Z0-9]{0,32}|[A-Z0-9]{1,32}_[A-Z0-9]{0,12}|(?:[A-Z0-9]{1,32}_)?[A-Z0-9]{12}(?::[ULCM]?|(?::[ULCM])?\$)))?$/;

export interface FoundPlaceholder {
	readonly start: number;
	readonly end: number;
	readonly hash: string;
	readonly hint: string | undefined;
}

/** Those that `isKnown` accepts, in order. The end of any other text may be the beginning of one. */
export function placeholdersIn(
	text: string,
	isKnown: (found: FoundPlaceholder) => boolean,
	shape: RegExp = placeholderShape,
): FoundPlaceholder[] {
	const found: FoundPlaceholder[] = [];
	const search = new RegExp(shape);
	for (let match = search.exec(text); match; match = search.exec(text)) {
		const { index: start, 0: whole, 1: hash = "", 2: hint } = match;
		const one = { start, end: start + whole.length, hash, hint };
		if (isKnown(one)) found.push(one);
		else search.lastIndex = start + 1;
	}
	return found;
}

export function placeholder(hash: string, value: string, label: string | undefined): string {
	const hint = caseHint(value);
	return `$$${label ? `${label}_` : ""}${hash}${hint ? `:${hint}` : ""}$$`;
}

/** How a value is written: upper, lower, capitalized or mixed; nothing without letters. */
export function caseHint(value: string): "U" | "L" | "C" | "M" | undefined {
	const upper = value.toUpperCase();
	const lower = value.toLowerCase();
	if (upper === lower) return undefined;
	if (value === upper) return "U";
	if (value === lower) return "L";
	return value.slice(0, 1) === upper.slice(0, 1) && value.slice(1) === lower.slice(1) ? "C" : "M";
}

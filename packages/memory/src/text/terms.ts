import { cleanText } from "./clean-text.ts";
import { stem } from "./stem.ts";

/** Changes with every change of what `documentTerms` gives; a database with another number gets a new index. */
export const termsVersion = 1;

const maxTermChars = 64;
/** Distinct terms of one document; what follows is not found by its words. */
const maxDocumentTerms = 20_000;

const words = /[\p{L}\p{N}\p{M}]+/gu;
const withoutSpaces =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー]+/gu;
const wholeRun = new RegExp(`^(?:${withoutSpaces.source})$`, "u");
const han = /\p{Script=Han}/u;
/** `getUserById`, `HTTPServer`, `utf8` */
const partBorders = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/**
 * The terms that a text is found by, each once. Words are compared without case, accents and English endings; scripts that are written
 * without spaces are cut into pairs of characters.
 */
export function documentTerms(text: string): readonly string[] {
	return collect(text, { withSingles: true, max: maxDocumentTerms });
}

/** The terms of a question, in order; words that say nothing only when there are no others. */
export function queryTerms(text: string): readonly string[] {
	const all = collect(text, { withSingles: false, max: maxDocumentTerms });
	const telling = all.filter((term) => !fillers.has(term));
	return telling.length > 0 ? telling : all;
}

/** Whether a term is a pair of characters of a script without spaces. */
export function isPair(term: string): boolean {
	return wholeRun.test(term);
}

function collect(
	text: string,
	{ withSingles, max }: { readonly withSingles: boolean; readonly max: number },
): readonly string[] {
	const terms = new Set<string>();
	for (const [word] of cleanText(text).normalize("NFKC").matchAll(words)) {
		if (terms.size >= max) break;
		const spaced = word.replace(withoutSpaces, (run) => {
			for (const term of pairs(fold(run), withSingles)) terms.add(term);
			return " ";
		});
		for (const part of spaced.split(" ")) if (part !== "") for (const term of wordTerms(part)) terms.add(term);
	}
	return [...terms];
}

/** `東京都` is `東京` and `京都`; in a document also each character, for questions of one. */
function pairs(run: string, withSingles: boolean): readonly string[] {
	const characters = [...run];
	if (characters.length < 2) return characters;
	const found = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
	return withSingles ? [...found, ...characters.filter((character) => han.test(character))] : found;
}

/** The whole word, and the parts of a name such as `getUserById`. */
function wordTerms(word: string): readonly string[] {
	const whole = term(word);
	const parts = word.length > maxTermChars ? [] : word.split(partBorders);
	return parts.length < 2 ? [whole] : [whole, ...parts.map(term)];
}

function term(word: string): string {
	return stem(fold(word).slice(0, maxTermChars).toWellFormed());
}

/** Without case and accents. */
function fold(word: string): string {
	return word
		.toLowerCase()
		.normalize("NFD")
		.replace(/[\u0300-\u036f]/g, "")
		.normalize("NFC");
}

/** As they are after `stem`. */
const fillers: ReadonlySet<string> = new Set(
	`a about after all also am an and any are as at be been before but by can could did do doe does for from get had has have he her his
	how i if in into is it its just let me my no not now of on or our out over please she should so some than that the their them then
	there these they thi this to too up us use was we were what when where which who why will with would you your
	assistant user`
		.split(/\s+/)
		.map(stem),
);

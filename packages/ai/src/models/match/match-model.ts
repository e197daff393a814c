import type { Model } from "../../model/model.ts";
import { canonicalId, isDated } from "../../model-id/canonical-id.ts";
import { compareVersions, parseVersion } from "../../model-id/model-version.ts";
import { type Equivalence, resolveCanonicalName } from "./equivalence.ts";

type CompareProviders = (a: string, b: string) => number;

/** The model with exactly that id or, unless literal, another spelling of it; of several, the best provider's. */
export function matchId(
	pattern: string,
	models: readonly Model[],
	options: { compare: CompareProviders; equivalence?: Equivalence; literal?: boolean },
): Model | undefined {
	const wanted = pattern.toLowerCase();
	const name = canonicalId(pattern);
	const compare = (a: Model, b: Model) =>
		options.compare(a.provider, b.provider) ||
		Number(b.id.toLowerCase() === wanted) - Number(a.id.toLowerCase() === wanted) ||
		Number(isDated(a.id)) - Number(isDated(b.id)) ||
		a.id.length - b.id.length;
	// A dated id means exactly that release.
	const literal = options.literal || isDated(pattern);
	const candidates = models.filter(
		(model) =>
			model.id.toLowerCase() === wanted || (!literal && resolveCanonicalName(model, options.equivalence) === name),
	);
	return candidates.sort(compare)[0];
}

/** The best match for a partial id. */
export function matchFuzzy(pattern: string, models: readonly Model[], compare: CompareProviders): Model | undefined {
	return rankFuzzy(pattern, models, compare)[0];
}

export function rankFuzzy(pattern: string, models: readonly Model[], compare: CompareProviders): Model[] {
	const wanted = pattern.toLowerCase();
	const words = splitWords(pattern);
	if (words.length === 0) return [];
	const containing = models.filter((model) => contains(model.id.toLowerCase(), wanted));
	const candidates = containing.length > 0 ? containing : models.filter((model) => matchesWords(words, model));
	const ranked = candidates.map((model) => ({
		model,
		dated: isDated(model.id),
		wholeWords: hasWholeWords(words, splitWords(model.id)),
		version: parseVersion(model.id),
	}));
	ranked.sort(
		(a, b) =>
			Number(a.dated) - Number(b.dated) ||
			Number(b.wholeWords) - Number(a.wholeWords) ||
			compareVersions(b.version, a.version) ||
			(b.model.releaseDate ?? "").localeCompare(a.model.releaseDate ?? "") ||
			compare(a.model.provider, b.model.provider) ||
			a.model.id.length - b.model.id.length,
	);
	return ranked.map(({ model }) => model);
}

function splitWords(text: string): string[] {
	return text
		.toLowerCase()
		.split(/[-./: ]+/)
		.filter((word) => word !== "");
}

/** A number in the pattern is not part of a longer one: `opus-4-2` is not in `opus-4-20250514`. */
function contains(id: string, wanted: string): boolean {
	const isDigit = (text: string | undefined) => text !== undefined && /\d/.test(text);
	for (let at = id.indexOf(wanted); at !== -1; at = id.indexOf(wanted, at + 1)) {
		const cutsBefore = isDigit(wanted[0]) && isDigit(id[at - 1]);
		const cutsAfter = isDigit(wanted.at(-1)) && isDigit(id[at + wanted.length]);
		if (!cutsBefore && !cutsAfter) return true;
	}
	return false;
}

const isNumber = (word: string | undefined) => word !== undefined && /^\d+$/.test(word);

/**
 * All words in order: letters anywhere in a word of the id, numbers as whole words, and adjacent numbers adjacent, as in
 * a version. The first may be the provider's name.
 */
function matchesWords(words: readonly string[], model: Model): boolean {
	const [first, ...rest] = words;
	const idWords = splitWords(model.id.replace(/([a-z])(?=\d)/gi, "$1-"));
	if (inOrder(words, idWords)) return true;
	return first === model.provider.toLowerCase() && rest.length > 0 && inOrder(rest, idWords);
}

function inOrder(words: readonly string[], idWords: readonly string[]): boolean {
	let from = 0;
	for (const [index, word] of words.entries()) {
		const fits = isNumber(word) ? (other: string) => other === word : (other: string) => other.includes(word);
		const at = idWords.findIndex((other, place) => place >= from && fits(other));
		const followsNumber = isNumber(word) && isNumber(words[index - 1]);
		if (at === -1 || (followsNumber && at !== from)) return false;
		from = at + 1;
	}
	return true;
}

function hasWholeWords(words: readonly string[], idWords: readonly string[]): boolean {
	let from = 0;
	for (const word of words) {
		const at = idWords.indexOf(word, from);
		if (at === -1) return false;
		from = at + 1;
	}
	return true;
}

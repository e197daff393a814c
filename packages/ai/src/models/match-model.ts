import { type Model, selectorOf } from "../model.ts";
import { canonicalId, isDated } from "../model-id/canonical-id.ts";
import { compareVersions, versionOf } from "../model-id/model-version.ts";
import { canonicalNameOf, type Equivalence } from "./equivalence.ts";

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
		(model) => model.id.toLowerCase() === wanted || (!literal && canonicalNameOf(model, options.equivalence) === name),
	);
	return candidates.sort(compare)[0];
}

/** The best match for a partial id. */
export function matchFuzzy(pattern: string, models: readonly Model[], compare: CompareProviders): Model | undefined {
	return rankFuzzy(pattern, models, compare)[0];
}

export function rankFuzzy(pattern: string, models: readonly Model[], compare: CompareProviders): Model[] {
	const wanted = pattern.toLowerCase();
	const words = wordsOf(pattern);
	if (words.length === 0) return [];
	const containing = models.filter((model) => model.id.toLowerCase().includes(wanted));
	const candidates =
		containing.length > 0 ? containing : models.filter((model) => inOrder(words, selectorOf(model).toLowerCase()));
	const ranked = candidates.map((model) => ({
		model,
		dated: isDated(model.id),
		wholeWords: hasWholeWords(words, wordsOf(model.id)),
		version: versionOf(model.id),
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

function wordsOf(text: string): string[] {
	return text
		.toLowerCase()
		.split(/[-./: ]+/)
		.filter((word) => word !== "");
}

function inOrder(words: readonly string[], text: string): boolean {
	let from = 0;
	for (const word of words) {
		const at = text.indexOf(word, from);
		if (at === -1) return false;
		from = at + word.length;
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

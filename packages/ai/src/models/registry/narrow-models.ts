import { type Model, selectorOf } from "../../model/model.ts";
import type { Equivalence } from "../match/equivalence.ts";
import { splitLevel } from "../match/level-suffix.ts";
import { matchFuzzy, matchId } from "../match/match-model.ts";
import { isGlob, matchGlob } from "../match/model-glob.ts";

/** The models that an allow-list selects, in its order: exact names, globs, and best matches of partial names. */
export function narrowModels(
	patterns: readonly string[],
	models: readonly Model[],
	options: { compare: (a: string, b: string) => number; equivalence?: Equivalence },
): Model[] {
	const left = new Set<Model>();
	for (const pattern of patterns) {
		const known = match(pattern, models, options);
		const found = known.length > 0 ? known : match(splitLevel(pattern)?.pattern ?? "", models, options);
		for (const model of found) left.add(model);
	}
	return [...left];
}

function match(
	pattern: string,
	models: readonly Model[],
	options: { compare: (a: string, b: string) => number; equivalence?: Equivalence },
): Model[] {
	const wanted = pattern.trim().toLowerCase();
	if (wanted === "") return [];
	if (isGlob(wanted)) return matchGlob(wanted, models);
	const exact = models.find((model) => selectorOf(model).toLowerCase() === wanted) ?? matchId(wanted, models, options);
	const best = exact ?? matchFuzzy(wanted, models, options.compare);
	return best ? [best] : [];
}

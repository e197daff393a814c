import { literalWords } from "../code/pattern.ts";
import { loadText } from "../files/open/load-text.ts";
import type { RewritePlan } from "./plan.ts";
import type { RewriteRule } from "./template.ts";

const maxFiles = 3000;
const maxFileBytes = 1024 * 1024;
const maxNamed = 8;
const minWordLength = 3;

/** For a rule that renames a word: where the word still stands afterwards, as a pattern matches only code of its structure. */
export async function leftPlaces(
	rules: readonly RewriteRule[],
	{ rewrites, scope }: RewritePlan,
	signal: AbortSignal,
): Promise<string[]> {
	const words = rules.flatMap(renamedWord);
	if (words.length === 0) return [];
	const rewritten = new Map(rewrites.map(({ searched, text }) => [searched.file.path, text]));
	const counts = new Map(words.map((word) => [word, new Map<string, number>()]));
	for (const { path, shownPath } of [...scope.files, ...scope.others].slice(0, maxFiles)) {
		signal.throwIfAborted();
		const text = rewritten.get(path) ?? (await loadTextOrEmpty(path));
		for (const word of words) {
			const count = text.includes(word) ? [...text.matchAll(wordPattern(word))].length : 0;
			if (count > 0) counts.get(word)?.set(shownPath, count);
		}
	}
	return [...counts].flatMap(([word, files]) => (files.size === 0 ? [] : ["", placesLine(word, files)]));
}

/** The one word of a pattern, if the template has another in its place. */
function renamedWord({ pattern, template }: RewriteRule): string[] {
	const [word, ...others] = literalWords(pattern);
	if (word === undefined || others.length > 0 || word.length < minWordLength) return [];
	return literalWords(template).includes(word) ? [] : [word];
}

function placesLine(word: string, files: ReadonlyMap<string, number>): string {
	const total = [...files.values()].reduce((sum, count) => sum + count, 0);
	const named = [...files].sort((a, b) => b[1] - a[1]).slice(0, maxNamed);
	const list = named.map(([path, count]) => `${path} (${count})`).join(", ");
	const rest = files.size > named.length ? ` and ${files.size - named.length} more files` : "";
	const places = total === 1 ? "1 more place has" : `${total} more places have`;
	return `${places} the word \`${word}\`, which this pattern does not match: ${list}${rest}.`;
}

async function loadTextOrEmpty(path: string): Promise<string> {
	const loaded = await loadText(path, { maxBytes: maxFileBytes }).catch(() => undefined);
	return loaded?.kind === "text" ? loaded.text : "";
}

function wordPattern(word: string): RegExp {
	return new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(word)}(?![\\p{L}\\p{N}_$])`, "gu");
}

import type { SearchQuery } from "./provider/parse-query.ts";
import type { SearchSource } from "./provider/search-provider.ts";

interface Constraint {
	/** As the query has it. */
	readonly text: string;
	readonly holds: (source: SearchSource) => boolean;
}

export interface FilteredSources {
	readonly sources: readonly SearchSource[];
	readonly notes: readonly string[];
}

/**
 * Drops sources that the query excludes, as providers do not know all operators. A constraint that would drop everything is
 * ignored with a note. Phrases are left to the provider: a snippet is only a part of the page.
 */
export function filterSources(all: readonly SearchSource[], query: SearchQuery): FilteredSources {
	let sources = all;
	const notes: string[] = [];
	if (all.length === 0) return { sources, notes };
	for (const { text, holds } of buildConstraints(query)) {
		const left = sources.filter(holds);
		if (left.length > 0) sources = left;
		else notes.push(`Note: no results matched ${text}; showing others.`);
	}
	return { sources, notes };
}

function buildConstraints(query: SearchQuery): readonly Constraint[] {
	const { sites, excludedSites, after, before, inUrl, inTitle, fileTypes, excludedWords } = query;
	return [
		...(sites.length > 0
			? [{ text: named("site", sites), holds: ({ url }: SearchSource) => sites.some((site) => isOn(url, site)) }]
			: []),
		...excludedSites.map((site) => ({ text: `-site:${site}`, holds: ({ url }: SearchSource) => !isOn(url, site) })),
		...(after === undefined ? [] : [{ text: `after:${after}`, holds: dated((day) => day >= after) }]),
		...(before === undefined ? [] : [{ text: `before:${before}`, holds: dated((day) => day <= before) }]),
		...inUrl.map((part) => ({
			text: `inurl:${part}`,
			holds: ({ url }: SearchSource) => url.toLowerCase().includes(part),
		})),
		...inTitle.map((part) => ({
			text: `intitle:${part}`,
			holds: ({ title }: SearchSource) => title.toLowerCase().includes(part),
		})),
		...(fileTypes.length > 0
			? [
					{
						text: named("filetype", fileTypes),
						holds: ({ url }: SearchSource) => fileTypes.some((type) => pathOf(url).endsWith(`.${type}`)),
					},
				]
			: []),
		...excludedWords.map((word) => ({ text: `-${word}`, holds: (source: SearchSource) => !mentions(source, word) })),
	];
}

function named(operator: string, values: readonly string[]): string {
	return values.map((value) => `${operator}:${value}`).join(" OR ");
}

/** `site` may have a path: `example.org/docs`. */
function isOn(url: string, site: string): boolean {
	if (!URL.canParse(url)) return false;
	const { hostname, pathname } = new URL(url);
	const [host = "", ...path] = site.split("/");
	const isHost = hostname === host || hostname.endsWith(`.${host}`);
	if (!isHost || path.length === 0) return isHost;
	const prefix = `/${path.join("/")}`;
	return pathname.toLowerCase() === prefix || pathname.toLowerCase().startsWith(`${prefix}/`);
}

/** A source without a date may well be of that time. */
function dated(holds: (day: string) => boolean): (source: SearchSource) => boolean {
	return ({ publishedDate }) => {
		const at = publishedDate === undefined ? Number.NaN : Date.parse(publishedDate);
		return Number.isNaN(at) || holds(new Date(at).toISOString().slice(0, 10));
	};
}

function pathOf(url: string): string {
	return URL.canParse(url) ? new URL(url).pathname.toLowerCase() : "";
}

function mentions({ title, snippet = "" }: SearchSource, word: string): boolean {
	const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "iu");
	return pattern.test(`${title}\n${snippet}`);
}

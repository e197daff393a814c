import { textIn } from "../../web/api/json-fields.ts";
import type { SearchSource } from "./search-provider.ts";

/** A source from fields of an answer; none without a web address. */
export function parseSource(fields: {
	readonly title?: unknown;
	readonly url: unknown;
	readonly snippet?: unknown;
	readonly publishedDate?: unknown;
	readonly age?: unknown;
	readonly author?: unknown;
}): SearchSource[] {
	// Parsers of URLs forgive line breaks; a list of results must not.
	const url = textIn(fields.url)?.replace(/[\s\p{Cc}]+/gu, "");
	if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
	const snippet = plainSnippet(textIn(fields.snippet));
	const publishedDate = textIn(fields.publishedDate);
	const age = textIn(fields.age);
	const author = textIn(fields.author);
	return [
		{
			title: plainSnippet(textIn(fields.title)) || new URL(url).hostname,
			url,
			...(snippet !== "" && { snippet }),
			...(publishedDate !== undefined && { publishedDate }),
			...(age !== undefined && { age }),
			...(author !== undefined && { author }),
		},
	];
}

/** Without repetitions; the first of each address stays. */
export function distinct(sources: readonly SearchSource[]): readonly SearchSource[] {
	const seen = new Set<string>();
	return sources.filter(({ url }) => !seen.has(url) && seen.add(url));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Text without markup, line breaks and control characters. */
export function plainSnippet(text: string | undefined): string {
	return (text ?? "")
		.replace(/<\/?[a-z][^>]*>/gi, "")
		.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
			if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
			const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
			return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		})
		.replace(/[\s\p{Cc}]+/gu, " ")
		.trim();
}

import { collectInnerText, parsePage } from "../tree.ts";
import { blogPages } from "./blogs.data.ts";
import { docsPages } from "./docs.data.ts";
import { forumPages } from "./forums.data.ts";
import { newsPages } from "./news.data.ts";
import { languagePages, oldPages } from "./old.data.ts";
import { shopPages } from "./shops.data.ts";
import type { PageShape } from "./words.data.ts";

export const pageShapes: readonly PageShape[] = [
	...newsPages,
	...docsPages,
	...blogPages,
	...forumPages,
	...shopPages,
	...oldPages,
	...languagePages,
];

/** The page as a server sends it. */
export function servedPage({ html }: PageShape): string {
	return html.replace(/<!--\/?(?:main|not)-->/g, "");
}

/** The words of the main text, each as often as it occurs. */
export function expectedWords({ html }: PageShape): Map<string, number> {
	const marked = [...html.matchAll(/<!--main-->([\s\S]*?)<!--\/main-->/g)].map(([, part = ""]) => part);
	const parts = marked.map((part) => part.replace(/<!--not-->[\s\S]*?<!--\/not-->/g, " "));
	return countWords(parts.map((part) => collectInnerText(parsePage(part).root)).join(" "));
}

/** Words, or signs where words are not separated. */
export function countWords(text: string): Map<string, number> {
	const counts = new Map<string, number>();
	const words = text.toLowerCase().matchAll(/[\u2e80-\u9fff\u0e00-\u0e7f]|[\p{L}\p{N}\p{M}]+/gu);
	for (const [word] of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

export interface Agreement {
	/** The part of what was found that belongs there. */
	readonly precision: number;
	/** The part of what belongs there that was found. */
	readonly recall: number;
	readonly f1: number;
}

export function agreement(found: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): Agreement {
	const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0);
	const common = sum([...found].map(([word, count]) => Math.min(count, expected.get(word) ?? 0)));
	const precision = common / Math.max(1, sum(found.values()));
	const recall = common / Math.max(1, sum(expected.values()));
	return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

/** Markdown without addresses and marks. */
export function plainWords(markdown: string): Map<string, number> {
	return countWords(markdown.replace(/\]\(<?[^)>]*>?\)/g, "] ").replace(/^```\w*$/gm, " "));
}

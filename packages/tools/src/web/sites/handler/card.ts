import { grouped, joined, listItem, oneLine } from "./markdown-text.ts";
import type { SiteResult } from "./site-handler.ts";

/** A page about one thing: what it is called, a few facts, and longer texts under headings. */
export interface Card {
	/** Without a title the handler is in doubt. */
	readonly title: string | undefined;
	readonly version?: string | undefined;
	readonly summary?: string | undefined;
	readonly facts?: Readonly<Record<string, Fact>>;
	/** The text of the page, below the facts and without a heading of its own. */
	readonly text?: string | undefined;
	/** Markdown, or the items of a list. What is empty is left out. */
	readonly sections?: Readonly<Record<string, string | readonly (string | undefined)[] | undefined>>;
	readonly notes?: readonly string[];
}

type Fact = string | number | boolean | readonly (string | undefined)[] | undefined;

export function cardResult(card: Card | undefined): SiteResult | undefined {
	const title = card?.title === undefined ? "" : oneLine(card.title);
	if (card === undefined || title === "") return undefined;
	const parts = [`# ${title}${card.version === undefined ? "" : ` ${oneLine(card.version)}`}`];
	if (card.summary?.trim()) parts.push(card.summary.trim());
	const facts = Object.entries(card.facts ?? {}).flatMap(([label, fact]) => factLine(label, fact));
	if (facts.length > 0) parts.push(facts.join("\n"));
	if (card.text?.trim()) parts.push(card.text.trim());
	for (const [heading, content] of Object.entries(card.sections ?? {})) {
		const text =
			typeof content === "string"
				? content.trim()
				: (content ?? []).flatMap((item) => (item === undefined ? [] : listItem(item))).join("\n");
		if (text !== "") parts.push(`## ${heading}\n\n${text}`);
	}
	const notes = card.notes ?? [];
	return {
		markdown: `${parts.join("\n\n")}\n`,
		title,
		contentType: "text/markdown",
		...(notes.length > 0 ? { notes } : {}),
	};
}

function factLine(label: string, fact: Fact): readonly string[] {
	if (fact === undefined || fact === false) return [];
	const text =
		typeof fact === "number"
			? grouped(fact)
			: fact === true
				? "yes"
				: typeof fact === "string"
					? fact
					: joined(", ", ...fact);
	return text.trim() === "" ? [] : [`- ${label}: ${oneLine(text, 1000)}`];
}

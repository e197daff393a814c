import { isMarked } from "./boilerplate.ts";
import { mainContent } from "./main-content.ts";
import { toMarkdown } from "./markdown.ts";
import { measure } from "./measure.ts";
import { type PageFacts, pageFacts } from "./page-facts.ts";
import { pageForms } from "./page-forms.ts";
import { parsePage } from "./tree.ts";

export interface PageMarkdown {
	/** The main content. */
	readonly markdown: string;
	readonly facts: PageFacts;
	/** What can be filled in, in words; empty where there is nothing. */
	readonly forms: string;
	/** Mostly links to other pages. */
	readonly isListing: boolean;
	/** The page was too large to be taken in whole. */
	readonly isCut: boolean;
}

/** Less than this is no content. */
const minContent = 200;
const minNamed = 40;

/** The main content of an HTML page as Markdown. */
export function pageMarkdown(html: string, url: string): PageMarkdown {
	const page = parsePage(html);
	const facts = pageFacts(page, url);
	const { element, isListing } = mainContent(page);
	let markdown = toMarkdown(element, facts.base);
	if (markdown.length < minContent) {
		// What the page itself calls its content may be short.
		const isNamed = markdown.length >= minNamed && isMarked(element);
		markdown = longest(markdown, facts.articleBody ?? "", isNamed ? "" : wholePage(html, facts.base));
	}
	return { markdown, forms: pageForms(html), facts, isListing, isCut: page.isCut };
}

/** Everything that can be seen, for pages where the main part was not found. */
function wholePage(html: string, base: string): string {
	const { root } = parsePage(html);
	measure(root);
	return toMarkdown(root, base);
}

/** The first unless another is much longer. */
function longest(first: string, ...others: readonly string[]): string {
	const longer = others.find((text) => text.length > 2 * first.length + 20);
	return longer ?? first;
}

/** With what is known of the page above it. */
export function withFrontMatter(markdown: string, { title, author, published }: PageFacts): string {
	const rows = Object.entries({ title, author, published }).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}: ${value.replace(/\s+/g, " ").slice(0, 300)}`],
	);
	return rows.length === 0 ? markdown : `---\n${rows.join("\n")}\n---\n\n${markdown}`;
}

import { TabError } from "./tab-error.ts";

/** What a selector stands for. */
export type Selection = { readonly ref: string } | { readonly query: string };

/** Puts a selector into the form Puppeteer takes; throws for those of other libraries, with what to write instead. */
export function parseSelector(rawSelector: unknown): Selection {
	if (typeof rawSelector !== "string" || rawSelector.trim() === "") {
		throw new TabError(`Expected a selector, for example "button.save" or "text/Save"; got ${show(rawSelector)}`);
	}
	const selector = rawSelector.trim();
	const ref = /^(?:@|aria-ref=)?(e\d+)$/.exec(selector)?.[1];
	if (ref !== undefined) return { ref };
	const [, handler, rest] = /^(?:p-)?(text|aria|xpath|pierce)\/(.*)$/s.exec(selector) ?? [];
	if (handler !== undefined) return { query: `${handler}/${rest}` };
	for (const { pattern, advice } of foreign) {
		const match = pattern.exec(selector);
		if (match) throw new TabError(`Selector not supported: ${selector}. ${advice(match[1] ?? "")}`);
	}
	return { query: selector };
}

const show = (value: unknown) => (value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value)));
const unquoted = (text: string) => text.replace(/^(["'])(.*)\1$/s, "$2").replace(/^\/(.*)\/[a-z]*$/, "$1");

/** Selectors of Playwright and jQuery. */
const foreign: ReadonlyArray<{ readonly pattern: RegExp; readonly advice: (text: string) => string }> = [
	{ pattern: /^text=(.*)$/s, advice: (text) => `Use text/${unquoted(text)}` },
	{ pattern: /^role=(.*)$/s, advice: (text) => `Use aria/…[role="${text.replace(/\[.*$/s, "")}"]` },
	{ pattern: /^xpath=(.*)$/s, advice: (text) => `Use xpath/${text}` },
	{ pattern: /^css=(.*)$/s, advice: (text) => `Use ${text}` },
	{ pattern: /^id=(.*)$/s, advice: (text) => `Use #${text}` },
	{ pattern: /^(\(?\/\/.*)$/s, advice: (text) => `Use xpath/${text}` },
	{
		pattern: /:(?:has-text|text|text-is|text-matches|contains)\(\s*(.*?)\s*\)/s,
		advice: (text) => `Use text/${unquoted(text)}`,
	},
	{ pattern: /\s>>\s/, advice: () => "Use >>> to go into shadow roots, or a space for descendants" },
	{ pattern: /:visible\b/, advice: () => "Use tab.waitForSelector(selector, { visible: true })" },
	{ pattern: /:nth-match\(|:(?:first|last|eq)(?:\(|$|\s)/, advice: () => "Use (await page.$$(selector))[index]" },
	{ pattern: /:(?:left-of|right-of|above|below|near)\(/, advice: () => "Use tab.observe() and the ids it gives" },
];

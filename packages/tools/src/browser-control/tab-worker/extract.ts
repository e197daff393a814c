import type { Page } from "puppeteer-core/internal/puppeteer-core-browser.js";

/** The readable part of the page as it is now. */
export async function extractPage(
	page: Page,
	form: "markdown" | "text",
	toMarkdown: (html: string, url: string) => Promise<string>,
): Promise<string> {
	if (form !== "markdown" && form !== "text") throw new Error('tab.extract takes "markdown" or "text"');
	const text = await page.evaluate(() => {
		const main = document.querySelector<HTMLElement>("main, [role=main], article") ?? document.body;
		// biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not part of the page as it is shown
		return main?.innerText.trim() ?? "";
	});
	if (form === "text") return text;
	const markdown = await toMarkdown(await page.content(), page.url());
	// A page that is no document, like an app, may have nothing that looks like its content.
	return markdown.length * 5 < text.length ? text : markdown;
}

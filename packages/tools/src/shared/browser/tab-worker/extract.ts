import type { Page } from "puppeteer-core/internal/puppeteer-core-browser.js";

/** The readable part of the page as it is shown now. */
export async function extractPage(page: Page, _form: "markdown" | "text"): Promise<string> {
	return page.evaluate(() => {
		const main = document.querySelector<HTMLElement>("main, [role=main], article") ?? document.body;
		// biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not part of the page as it is shown
		return main?.innerText.trim() ?? "";
	});
}

import puppeteer from "puppeteer-core";
import { browserSession } from "../../packages/tools/src/browser/testing/browser-session.ts";
import { testSite } from "../../packages/tools/src/browser/testing/test-site.ts";
import { findChromium } from "../../packages/tools/src/browser-control/chromium/find-chromium.ts";

/** In milliseconds, from the call of the tool until a button is pressed. */
export async function tabFirstAction(program: string): Promise<number> {
	using site = testSite();
	await using session = await browserSession({ program });
	const startedAt = performance.now();
	await session.open(`${site.url}/shadow`);
	await session.run('await tab.click("my-card >>> button")');
	return performance.now() - startedAt;
}

/** The same with Puppeteer, which is loaded already. */
export async function puppeteerFirstAction(): Promise<number> {
	using site = testSite();
	const isRoot = process.getuid?.() === 0;
	const startedAt = performance.now();
	const browser = await puppeteer.launch({
		executablePath: findChromium(process.env),
		args: isRoot ? ["--no-sandbox"] : [],
	});
	try {
		const page = await browser.newPage();
		await page.setViewport({ width: 1365, height: 768, deviceScaleFactor: 1.25 });
		await page.goto(`${site.url}/shadow`);
		await page.locator("my-card >>> button").click();
		return performance.now() - startedAt;
	} finally {
		await browser.close();
	}
}

import type { Browser } from "playwright-core";
import type { Picture } from "./terminal-html.ts";

const cell = { width: 8.43, height: 19 };
const margin = 12;

export async function takePicture(browser: Browser, { html, cols, rows }: Picture, path: string): Promise<void> {
	const viewport = { width: Math.ceil(cols * cell.width) + 2 * margin, height: rows * cell.height + 2 * margin };
	const page = await browser.newPage({ viewport, deviceScaleFactor: 2 });
	await page.setContent(html);
	await page.evaluate("document.fonts.ready");
	const picture = await page.screenshot();
	await page.close();
	// A terminal has few colors, so a palette reduces the file to a fifth without visible difference.
	await Bun.write(path, await new Bun.Image(picture).png({ palette: true, colors: 256, compressionLevel: 9 }).bytes());
}

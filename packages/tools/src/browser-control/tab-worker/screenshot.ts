import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer-core/internal/puppeteer-core-browser.js";
import type { Picture, Screenshot } from "../messages.ts";

export interface ScreenshotOptions {
	readonly selector?: string;
	readonly fullPage?: boolean;
	/** The model gets only the path. */
	readonly silent?: boolean;
}

/** What a model gets. */
const maxSide = 1024;
const maxBytes = 150 * 1024;
const qualities = [70, 50, 30];
/** Chromium draws at most so many pixels in one direction. */
const maxPixels = 16_384;

/** Right after a navigation there is a moment without a page that could be drawn. */
const notYet = /Not attached to an active page/;
const betweenTriesMs = 100;
const tries = 20;

export async function takeScreenshot(
	page: Page,
	element: ElementHandle | undefined,
	options: ScreenshotOptions,
): Promise<Uint8Array> {
	for (let left = tries; ; left--) {
		try {
			return await capture(page, element, options);
		} catch (error) {
			if (left === 0 || !(error instanceof Error && notYet.test(error.message))) throw error;
			await Bun.sleep(betweenTriesMs);
		}
	}
}

async function capture(
	page: Page,
	element: ElementHandle | undefined,
	{ fullPage = false }: ScreenshotOptions,
): Promise<Uint8Array> {
	if (element) return element.screenshot({ type: "png" });
	if (!fullPage) return page.screenshot({ type: "png", captureBeyondViewport: false });
	const { width, height } = await page.evaluate(() => ({
		width: document.documentElement.scrollWidth,
		height: document.documentElement.scrollHeight,
	}));
	const most = Math.floor(maxPixels / (page.viewport()?.deviceScaleFactor ?? 1));
	if (height <= most && width <= most) return page.screenshot({ type: "png", fullPage: true });
	const clip = { x: 0, y: 0, width: Math.min(width, most), height: Math.min(height, most) };
	return page.screenshot({ type: "png", clip, captureBeyondViewport: true });
}

export async function saveScreenshot(
	png: Uint8Array,
	{ folder, name, now }: { folder: string; name: string; now: () => number },
): Promise<Screenshot> {
	await mkdir(folder, { recursive: true });
	const time = new Date(now()).toISOString().replace(/[:.]/g, "-");
	const dest = join(
		folder,
		`${name.replace(/[^\w.-]/g, "_").slice(0, 40)}-${time}-${crypto.randomUUID().slice(0, 4)}.png`,
	);
	await writeFile(dest, png);
	const { width, height } = await new Bun.Image(png).metadata();
	return { dest, mimeType: "image/png", bytes: png.length, width, height };
}

/** A copy that costs a model little: sharp if it is small, else compressed, and smaller if need be. */
export async function modelCopy(png: Uint8Array): Promise<Picture | undefined> {
	const { width, height } = await new Bun.Image(png).metadata();
	for (let side = maxSide; side >= 256; side /= 2) {
		const scale = Math.min(1, side / Math.max(width, height));
		const size = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))] as const;
		const sized = () => (scale === 1 ? new Bun.Image(png) : new Bun.Image(png).resize(...size));
		const sharp = scale === 1 ? png : await sized().png().bytes();
		if (sharp.length <= maxBytes) return picture(sharp, "image/png");
		for (const quality of qualities) {
			const packed = await sized().jpeg({ quality }).bytes();
			if (packed.length <= maxBytes) return picture(packed, "image/jpeg");
		}
	}
	return undefined;
}

function picture(bytes: Uint8Array, mimeType: string): Picture {
	return { mimeType, data: Buffer.from(bytes).toString("base64") };
}

import { readFile } from "node:fs/promises";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Chromium that ends with the test. */
export async function openBrowser(): Promise<Browser & AsyncDisposable> {
	const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: ["--no-sandbox"] });
	return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

export interface VisitedPage {
	readonly page: Page;
	/** Errors of the page. */
	readonly problems: readonly string[];
}

const phone = { width: 390, height: 800 };

/** A page in a browser of its own; by default on a phone. With `axe`, the checks of accessibility are put in from outside. */
export async function visit(
	browser: Browser,
	{ axe = false, ...options }: BrowserContextOptions & { readonly axe?: boolean } = {},
): Promise<VisitedPage> {
	const context = await browser.newContext({ viewport: phone, ...options, ...(axe && { bypassCSP: true }) });
	if (axe) {
		const content = await readFile(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");
		await context.addInitScript({ content });
	}
	const page = await context.newPage();
	const problems: string[] = [];
	page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
	page.on("pageerror", (error) => problems.push(String(error)));
	return { page, problems };
}

/** Follows a link to a shared session and says who comes. */
export async function joinPage(
	browser: Browser,
	link: string,
	name: string,
	options: Parameters<typeof visit>[1] = {},
): Promise<VisitedPage> {
	const visited = await visit(browser, options);
	const { page } = visited;
	await page.goto(link);
	await page.getByLabel("Your name, as others see it").fill(name);
	await page.keyboard.press("Enter");
	await page.locator("#status[data-kind=live]").waitFor();
	return visited;
}

interface Violation {
	readonly id: string;
	readonly nodes: ReadonlyArray<{ readonly html: string }>;
}

/** What axe finds in a page that was visited with it. */
export async function findViolations(page: Page): Promise<string[]> {
	const violations = (await page.evaluate("axe.run(document).then((found) => found.violations)")) as Violation[];
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

import { expect } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import type { Browser, Page } from "playwright-core";
import { findViolations, openBrowser, visit } from "../collab/guest-browser.ts";
import { sampleAndRequests } from "./recount.ts";
import { servedDashboard } from "./served-dashboard.ts";

const day = 86_400_000;
const desktop = { width: 1280, height: 900 };
const longFolder = "/home/ada/code/clients/big-company/monorepo/packages/the-frontend-of-the-shop-2026";

/** Sessions of a month that ended at this time. */
async function sampleProject(end: number): Promise<OmpProject> {
	const omp = await ompProject();
	for (const [index, { path, text }] of sampleAndRequests(400, end).files.entries()) {
		const moved = index % 2 ? text.replaceAll(/\/home\/ada\/code\/project-\d/g, longFolder) : text;
		await omp.home.write(`.omp/agent/sessions/${path}`, moved);
	}
	return omp;
}

interface ShownColumn {
	readonly width: number;
	readonly right: number;
	/** The table is wider than its box. */
	readonly isCut: boolean;
	/** How the layers of the box move: two of them are the shadows at its edges. */
	readonly sign: string;
	/** The parts of each path, and whether they are shown whole. */
	readonly cells: ReadonlyArray<{ readonly title: string; readonly parts: ReadonlyArray<readonly [string, boolean]> }>;
}

/** The column Project of the last table of a page. */
const findColumn = `(() => {
	const table = [...document.querySelectorAll("table")].at(-1);
	const heads = [...table.querySelectorAll("th")];
	const index = heads.findIndex(({ textContent }) => textContent === "Project");
	const { width, right } = heads[index].getBoundingClientRect();
	const box = table.parentElement;
	const cells = [...table.querySelectorAll("tbody tr")].map(({ children }) => ({
		title: children[index].querySelector("[title]")?.title ?? "",
		parts: [...children[index].querySelectorAll(".start, .end")].map((part) => [
			part.textContent,
			part.scrollWidth <= part.clientWidth,
		]),
	}));
	const sign = getComputedStyle(box).backgroundAttachment;
	return { width, right, isCut: box.scrollWidth > box.clientWidth, sign, cells };
})()`;

const columnOf = async (page: Page) => (await page.evaluate(findColumn)) as ShownColumn;

/** A page of the dashboard, drawn. */
async function open(
	browser: Browser,
	url: string,
	options: NonNullable<Parameters<typeof visit>[1]>,
	shown: string,
): Promise<{ page: Page; problems: readonly string[] }> {
	const visited = await visit(browser, options);
	await visited.page.goto(url);
	await visited.page.waitForSelector(shown);
	return visited;
}

requires("chromium")(
	"omp stats: at 1280 pixels the project of a request can be told, and no table is cut",
	async () => {
		await using omp = await sampleProject(Date.now());
		await using served = await servedDashboard(omp);
		await using browser = await openBrowser();
		for (const [name, colorScheme, least] of [
			["requests", "light", 90],
			["projects", "dark", 180],
		] as const) {
			const { page, problems } = await open(
				browser,
				`${served.url}/#${name}`,
				{ viewport: desktop, colorScheme, axe: true },
				"tbody tr",
			);
			if (name === "projects") {
				await page.click('button[value="all"]');
				await page.waitForSelector(`[title="${longFolder}"]`);
			}
			const { width, right, isCut, cells } = await columnOf(page);
			expect([name, isCut, right < 1280, width >= least]).toEqual([name, false, true, true]);
			const long = cells.find(({ title }) => title === longFolder);
			// What tells folders apart stays: the end of the name.
			expect(long?.parts.at(-1)).toEqual(["hop-2026", true]);
			const short = cells.find(({ title }) => title.startsWith("/home/ada/code/project-"));
			expect(short?.parts).toEqual([[short?.title.replace("/home/ada/code", "") ?? "", true]]);
			expect([await findViolations(page), problems]).toEqual([[], []]);
			await page.close();
		}
	},
	{ timeout: 60_000 },
);

requires("chromium")(
	"omp stats: on a phone a table scrolls by itself, with a sign at its edge, and the page does not",
	async () => {
		await using omp = await sampleProject(Date.now());
		await using served = await servedDashboard(omp);
		await using browser = await openBrowser();
		for (const [name, colorScheme] of [
			["requests", "dark"],
			["projects", "light"],
		] as const) {
			const { page } = await open(browser, `${served.url}/#${name}`, { colorScheme }, "tbody tr");
			const { isCut, sign, width } = await columnOf(page);
			expect([isCut, sign, width >= 90]).toEqual([true, "local, local, scroll, scroll", true]);
			expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
			await page.close();
		}
	},
	{ timeout: 60_000 },
);

requires("chromium")(
	"omp stats: the range is the shortest with requests until one is chosen; an empty one says where they are",
	async () => {
		await using browser = await openBrowser();
		await using omp = await sampleProject(Date.now() - 10 * day);
		await using served = await servedDashboard(omp);
		const { page } = await open(browser, `${served.url}/#overview`, { viewport: desktop }, ".chart svg");
		const pressed = () => page.textContent('.group[aria-label="Range"] [aria-pressed="true"]');
		expect(await pressed()).toBe("30d");
		expect(await page.isVisible("#wider")).toBe(false);
		await page.click('.group[aria-label="Range"] button[value="24h"]');
		await page.waitForSelector("#wider");
		expect(await page.textContent(".panels-place .notice")).toMatch(/^The newest request was on \w+ \d+, .*Show 30d$/);
		await page.click("#wider");
		await page.waitForSelector(".chart svg");
		expect(await pressed()).toBe("30d");
		await page.close();

		await using empty = await ompProject();
		await using nothing = await servedDashboard(empty);
		const first = await open(
			browser,
			`${nothing.url}/#overview`,
			{},
			".state >> text=No requests yet. Ask omp something",
		);
		expect(await first.page.isVisible(".panel")).toBe(false);
	},
	{ timeout: 60_000 },
);

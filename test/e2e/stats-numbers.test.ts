import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { chromium, type Page } from "playwright-core";
import {
	count,
	duration,
	money,
	percent,
	rate,
	shortCount,
} from "../../packages/coding-agent/src/features/stats/page/parts/format.ts";
import { type CountedRequest, type Line, recount, sampleAndRequests } from "../scenarios/stats/recount.ts";
import { servedDashboard } from "../scenarios/stats/served-dashboard.ts";

type Rows = ReadonlyArray<Readonly<Record<string, string>>>;

/** Opens a page of the dashboard over all time, with every table behind its charts. */
async function open(page: Page, url: string, name: string): Promise<void> {
	await page.goto(`${url}/#${name}`);
	await page.waitForSelector(`nav a[aria-current][href="#${name}"]`);
	await page.waitForSelector(".panel table, .panel .chart svg");
	const closed = page.locator('button[aria-label^="Table: "][aria-expanded=false]');
	while ((await closed.count()) > 0) await closed.first().click();
}

async function tiles(page: Page): Promise<Record<string, string[]>> {
	const read = `[...document.querySelectorAll(".tile")].map((tile) => [tile.querySelector("dt").textContent, [...tile.querySelectorAll("dd")].map((dd) => dd.textContent)])`;
	return Object.fromEntries((await page.evaluate(read)) as Array<[string, string[]]>);
}

/** The drawn table of this name, cell by cell. */
async function table(page: Page, name: string): Promise<Rows> {
	const read = `((table) => { const heads = [...table.querySelectorAll("th")].map((th) => th.textContent); return [...table.querySelectorAll("tbody tr")].map((row) => Object.fromEntries([...row.cells].map((cell, at) => [heads[at], cell.textContent]))); })(document.querySelector('table[aria-label="${name}"]'))`;
	return (await page.evaluate(read)) as Rows;
}

const pick = (rows: Rows, names: readonly string[]) => rows.map((row) => names.map((name) => row[name])).sort();
const total = (rows: Rows, name: string) => rows.reduce((sum, row) => sum + Number(row[name]?.replaceAll(",", "")), 0);

/** What a group of requests is drawn as. */
function drawn(requests: readonly CountedRequest[]) {
	const all = recount(requests);
	return [
		money(all.totalCost),
		count(all.totalRequests),
		count(all.failedRequests),
		count(all.totalInputTokens),
	].concat([
		count(all.totalOutputTokens),
		count(all.totalCacheReadTokens),
		percent(all.cacheRate),
		duration(all.avgTtft),
	]);
}
const aggregateNames = ["Cost", "Requests", "Errors", "Input", "Output", "Cache read", "Cache rate", "First token"];

function grouped(requests: readonly CountedRequest[], nameOf: (request: CountedRequest) => string) {
	return [...Map.groupBy(requests, nameOf)].map(([name, own]) => [name, ...drawn(own)]).sort();
}

requires("chromium")(
	"the numbers that the pages of the dashboard draw are those of a recount",
	async () => {
		await using omp = await ompProject();
		const { files, counted, lines } = sampleAndRequests(400, Date.now());
		for (const { path, text } of files) await omp.home.write(`.omp/agent/sessions/${path}`, text);
		await using served = await servedDashboard(omp);
		const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: ["--no-sandbox"] });
		try {
			const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
			await page.addInitScript("localStorage.setItem('omp-stats-range', 'all')");
			const all = recount(counted);
			const { cost } = sumCosts(counted);

			await open(page, served.url, "overview");
			expect(await tiles(page)).toEqual({
				Cost: [money(all.totalCost)],
				Requests: [count(all.totalRequests), `${count(all.failedRequests)} failed (${percent(all.errorRate)})`],
				Tokens: [shortCount(all.totalTokens), `${shortCount(all.totalOutputTokens)} output`],
				"Cache rate": [percent(all.cacheRate), `${money(all.cacheSavings)} saved`],
				"First token": [duration(all.avgTtft)],
				Request: [duration(all.avgDuration)],
				"Tokens/s": [rate(all.avgTokensPerSecond)],
			});
			const byDay = await table(page, "Requests and errors");
			expect([total(byDay, "Requests"), total(byDay, "Errors")]).toEqual([all.totalRequests, all.failedRequests]);
			const byKind = await table(page, "Tokens by kind");
			expect([total(byKind, "Input"), total(byKind, "Cache read")]).toEqual([
				all.totalInputTokens,
				all.totalCacheReadTokens,
			]);
			// The first bar, by keyboard, says the numbers of its day.
			await page.locator(".chart svg").first().focus();
			await page.keyboard.press("ArrowRight");
			const [first] = byDay;
			const tip = (await page.locator(".tip:not([hidden])").first().textContent()) ?? "";
			expect(tip).toContain(`Successful${Number(first?.Requests) - Number(first?.Errors)}`);

			await open(page, served.url, "models");
			const modelOf = ({ message }: CountedRequest) => `${message.provider}/${message.model}`;
			expect(pick(await table(page, "Models"), ["Model", ...aggregateNames])).toEqual(grouped(counted, modelOf));
			expect(total(await table(page, "Requests by model"), "Requests")).toBe(all.totalRequests);

			await open(page, served.url, "projects");
			expect(pick(await table(page, "Projects"), ["Project", ...aggregateNames])).toEqual(
				grouped(counted, ({ folder }) => folder),
			);

			await open(page, served.url, "providers");
			expect(pick(await table(page, "Providers"), ["Provider", "Requests", "Failed", "Cost"])).toEqual(
				[...Map.groupBy(counted, ({ message }) => message.provider)]
					.map(([name, own]) => {
						const { totalRequests, failedRequests, totalCost } = recount(own);
						return [name, count(totalRequests), count(failedRequests), money(totalCost)];
					})
					.sort(),
			);

			await open(page, served.url, "costs");
			const shownCosts = await tiles(page);
			expect(Object.entries(shownCosts).slice(0, 5)).toEqual([
				["Cost", [money(all.totalCost)]],
				...Object.entries(cost).map(([name, value]) => [name, [money(value), percent(value / all.totalCost)]]),
			] as Array<[string, string[]]>);

			await open(page, served.url, "tools");
			const calls = counted.flatMap(({ message }) => message.content.filter(({ type }) => type === "toolCall"));
			const results = lines.flatMap(({ line: { message } }: { line: Line }) =>
				message?.role === "toolResult" ? [message] : [],
			);
			const tools = await table(page, "Tools");
			expect(pick(tools, ["Tool", "Calls"])).toEqual(
				[...Map.groupBy(calls, ({ name }) => name ?? "")].map(([name, own]) => [name, count(own.length)]).sort(),
			);
			expect(total(tools, "Failed")).toBe(results.filter(({ isError }) => isError).length);

			const newest = counted.map(({ message }) => message).sort((a, b) => b.timestamp - a.timestamp);
			await open(page, served.url, "errors");
			expect(await table(page, "Newest errors")).toHaveLength(all.failedRequests);
			await open(page, served.url, "requests");
			const shown = await table(page, "Newest requests");
			expect(shown.map((row) => row.Cost)).toEqual(
				newest.slice(0, shown.length).map(({ usage }) => money(usage.cost.total)),
			);

			await open(page, served.url, "behavior");
			// What sub-agents and the advisor are told was not written by the user.
			const isOwn = ({ path }: { path: string }) => path.split("/").length <= 2 && !path.includes("__advisor");
			const prompts = lines.filter((own) => isOwn(own) && own.line.message?.role === "user").length;
			expect((await tiles(page))["Your messages"]?.[0]).toBe(count(prompts));
		} finally {
			await browser.close();
		}
	},
	120_000,
);

function sumCosts(requests: readonly CountedRequest[]) {
	const sum = (kind: "input" | "output" | "cacheRead" | "cacheWrite") =>
		requests.reduce((all, { message }) => all + message.usage.cost[kind], 0);
	return {
		cost: {
			Input: sum("input"),
			Output: sum("output"),
			"Cache read": sum("cacheRead"),
			"Cache write": sum("cacheWrite"),
		},
	};
}

import { describe, expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { sampleAndRequests } from "../scenarios/stats/recount.ts";
import { servedDashboard } from "../scenarios/stats/served-dashboard.ts";

const launchArgs = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const pages = [
	"overview",
	"requests",
	"errors",
	"models",
	"providers",
	"tools",
	"costs",
	"behavior",
	"projects",
	"gain",
];
const views = [
	{ name: "light", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
	{ name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
	{ name: "phone", viewport: { width: 360, height: 780 }, colorScheme: "light" },
	{ name: "4K", viewport: { width: 3840, height: 2160 }, colorScheme: "dark" },
] as const;

const withChromium = requires("chromium");
const verifies = (id: string, run: () => Promise<void>, timeoutMs: number) =>
	withChromium(verificationName(id), run, timeoutMs);

interface Violation {
	readonly id: string;
	readonly nodes: ReadonlyArray<{ readonly html: string }>;
}

async function findViolations(page: Page): Promise<string[]> {
	const violations = (await page.evaluate("axe.run(document).then((found) => found.violations)")) as Violation[];
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** A page of a new visitor; what goes wrong in it is collected. */
async function visit(browser: Browser, view: Parameters<Browser["newContext"]>[0]) {
	const context: BrowserContext = await browser.newContext({ ...view, bypassCSP: true });
	// The checks are put in from outside, which the page itself does not allow.
	await context.addInitScript({
		content: await readFile(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8"),
	});
	await context.addInitScript(
		"localStorage.getItem('omp-stats-range') ?? localStorage.setItem('omp-stats-range', 'all')",
	);
	const page = await context.newPage();
	const problems: string[] = [];
	const hosts = new Set<string>();
	page.on("pageerror", (error) => problems.push(String(error)));
	page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
	page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
	return { context, page, problems, hosts };
}

async function open(page: Page, url: string, name: string): Promise<void> {
	await page.goto(`${url}/#${name}`);
	await page.waitForSelector(`nav a[aria-current][href="#${name}"]`);
	await page.locator(".panel").or(page.getByText("No requests yet")).first().waitFor();
	const isDrawn = "document.querySelectorAll('.chart').length === document.querySelectorAll('.chart svg').length";
	// Moving panels have no settled contrast.
	const isStill = "document.getAnimations().every(({ playState }) => playState === 'finished')";
	await until(async () => await page.evaluate(`${isDrawn} && ${isStill}`));
}

/** The numbers of a bar, where the page has a chart. */
async function openTip(page: Page): Promise<void> {
	const chart = page.locator(".chart svg").first();
	if ((await chart.count()) === 0) return;
	await chart.focus();
	await page.keyboard.press("ArrowRight");
	await page.locator(".tip:not([hidden])").first().waitFor();
}

describe("pages of the dashboard", () => {
	verifies(
		"cli:stats:pages",
		async () => {
			await using omp = await ompProject();
			for (const { path, text } of sampleAndRequests(160, Date.now()).files)
				await omp.home.write(`.omp/agent/sessions/${path}`, text);
			await using served = await servedDashboard(omp);
			const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: launchArgs });
			try {
				for (const { name, ...view } of views) {
					const { context, page, problems, hosts } = await visit(browser, view);
					for (const wanted of pages) {
						await open(page, served.url, wanted);
						const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
						expect([name, wanted, Number(overflow) <= 0]).toEqual([name, wanted, true]);
						// The table behind every chart.
						const toggles = await page.locator('button[aria-label^="Table: "]').all();
						for (const toggle of toggles) {
							await toggle.click();
							expect(
								await page.locator(`#${await toggle.getAttribute("aria-controls")} tbody tr`).count(),
							).toBeGreaterThan(0);
						}
						await openTip(page);
						expect([name, wanted, await findViolations(page)]).toEqual([name, wanted, []]);
						for (const toggle of toggles) await toggle.click();
						if (wanted !== "requests") continue;
						await page.locator("td .link").first().click();
						await page.waitForSelector("dialog[open] details[open] pre");
						await page.evaluate("document.querySelectorAll('dialog details').forEach((entry) => (entry.open = true))");
						expect([name, "drawer", await findViolations(page)]).toEqual([name, "drawer", []]);
						await page.keyboard.press("Escape");
					}
					expect([problems, [...hosts]]).toEqual([[], ["127.0.0.1"]]);
					await context.close();
				}
			} finally {
				await browser.close();
			}
		},
		240_000,
	);

	withChromium(
		"range, theme, drawer, tables, downloads and keys work, and new lines appear by themselves",
		async () => {
			await using omp = await ompProject();
			const now = Date.now();
			for (const { path, text } of sampleAndRequests(120, now).files)
				await omp.home.write(`.omp/agent/sessions/${path}`, text);
			await using served = await servedDashboard(omp);
			const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: launchArgs });
			try {
				const context = await browser.newContext({ acceptDownloads: true });
				const page = await context.newPage();
				const problems: string[] = [];
				page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
				await open(page, served.url, "overview");
				await page.getByRole("button", { name: "All", exact: true }).click();
				const requests = page.locator(".tile", { hasText: "Requests" }).locator("dd").first();
				await until(async () => (await requests.textContent()) === "120");
				await page.getByRole("button", { name: "Dark" }).click();
				expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");

				// Both are there again after a reload.
				await page.reload();
				await until(async () => (await requests.textContent()) === "120");
				expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");

				await page.locator(".chart svg").first().focus();
				await page.keyboard.press("ArrowRight");
				await until(async () =>
					/Successful/.test((await page.locator(".tip:not([hidden])").first().textContent()) ?? ""),
				);

				const [csv] = await Promise.all([
					page.waitForEvent("download"),
					page.getByRole("button", { name: "CSV: Cost", exact: true }).click(),
				]);
				expect(csv.suggestedFilename()).toBe("omp-cost.csv");
				expect(await readFile(await csv.path(), "utf8")).toStartWith("Time,Cost\r\n20");
				const [json] = await Promise.all([
					page.waitForEvent("download"),
					page.getByRole("button", { name: "JSON: Cost", exact: true }).click(),
				]);
				expect(Object.keys(JSON.parse(await readFile(await json.path(), "utf8"))[0])).toEqual(["Time", "Cost"]);

				await open(page, served.url, "requests");
				await page.locator("td .link").first().click();
				await page.waitForSelector("dialog[open] details[open] pre");
				expect(await page.locator("dialog").textContent()).toContain("I look at the code, then run the tests.");
				await page.keyboard.press("Escape");
				await page.waitForSelector("dialog", { state: "hidden" });
				await page.locator("#filter").fill("a-1");
				await until(async () => (await page.locator("tbody tr").count()) < 120);
				for (const text of await page.locator("tbody tr td:nth-child(3)").allTextContents())
					expect(text).toContain("a-1");
				await page.getByRole("button", { name: "Cost", exact: true }).click();
				expect(await page.locator("th[aria-sort=descending]").textContent()).toBe("Cost");

				// Markup in a log is text.
				await open(page, served.url, "overview");
				await page.waitForSelector('.live[data-on="true"]');
				const hostile = '<img src=x onerror="window.pwned = 1">';
				const usage = {
					input: 1,
					output: 1,
					cacheRead: 0,
					cacheWrite: 0,
					totalTokens: 2,
					cost: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, total: 2 },
				};
				const message = {
					role: "assistant",
					content: [{ type: "text", text: hostile }],
					api: hostile,
					provider: hostile,
					model: hostile,
					usage,
					stopReason: "error",
					errorMessage: hostile,
					timestamp: now,
				};
				const lines = [
					{ type: "session", version: 3, id: "h", timestamp: "", cwd: hostile },
					{ type: "message", id: "00000001", parentId: null, timestamp: "", message },
				];
				await omp.home.write(
					".omp/agent/sessions/h/h.jsonl",
					`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
				);
				await until(async () => (await requests.textContent()) === "121");
				for (const name of pages) await open(page, served.url, name);
				await open(page, served.url, "errors");
				expect(await page.locator("tbody").last().textContent()).toContain(hostile);
				expect(await page.evaluate("window.pwned")).toBeUndefined();
				expect(problems).toEqual([]);

				// The server ends: said, with a way on.
				served.child.kill("SIGKILL");
				await served.child.exited;
				await page.getByRole("link", { name: "Costs" }).click();
				await page.waitForSelector("text=omp does not answer. Is omp stats still running?");
				await page.waitForSelector("text=Try again");
				expect(await page.locator(".live").textContent()).toBe("Not connected");
			} finally {
				await browser.close();
			}
		},
		240_000,
	);

	withChromium(
		"nothing yet is said on every page",
		async () => {
			await using omp = await ompProject();
			await using served = await servedDashboard(omp);
			const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: launchArgs });
			try {
				const { page, problems } = await visit(browser, {});
				for (const name of pages) {
					await open(page, served.url, name);
					expect([name, await page.locator(".state").count()]).not.toEqual([name, 0]);
					expect([name, await findViolations(page)]).toEqual([name, []]);
				}
				expect(problems).toEqual([]);
			} finally {
				await browser.close();
			}
		},
		60_000,
	);
});

import { expect } from "bun:test";
import { pathToFileURL } from "node:url";
import { openQueue } from "@oh-my-pi/pi-fleet/open-queue";
import { openStore } from "@oh-my-pi/pi-fleet/open-store";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { findViolations, openBrowser, visit } from "../collab/guest-browser.ts";
import { type FleetProject, fleetProject } from "./fleet-project.ts";

const count = 1000;
const hostile = `</pre></script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1"> & "quoted" \u202egnp.exe\u001b[31m`;

/** A thousand tasks, as workers leave them, in the queue and the store of the user. */
async function fillQueue({ fleetDir }: FleetProject): Promise<void> {
	await using queue = await openQueue(undefined, { fleetDir });
	await using store = await openStore(undefined, { fleetDir, env: {} });
	const spec = {
		prompt: `Do it ${hostile}`,
		repository: "https://git.example/a.git",
		limits: {},
		files: [],
		deliver: { kind: "branch" as const },
		questions: "decide" as const,
		checkRounds: 1,
		check: { command: `test ${hostile}`, timeoutSeconds: 9, restore: [] },
	};
	await queue.submit(
		{ id: "b1", name: `big ${hostile}`, limits: { usd: 900 } },
		Array.from({ length: count }, (_, index) => ({
			id: `b1-${String(index).padStart(4, "0")}`,
			name: `task ${index}${index === 0 ? hostile : ""}`,
			spec,
			format: 1,
			priority: 0,
		})),
	);
	const bytes = (text: string) => new TextEncoder().encode(text);
	const patch = await store.put("tasks/b1-0000/1/patch", bytes(`diff --git a/x b/x\n@@ -1 +1 @@\n-old\n+${hostile}\n`));
	const output = await store.put("tasks/b1-0000/1/check", bytes(`FAILED ${hostile}\n`));
	const worker = { id: "w", host: "h", pid: 1, slots: count, format: 1, version: "1" };
	for (const claim of await queue.claim(worker, count)) {
		const { index } = claim.value;
		await queue.record(claim, { turns: 2, usd: index / 1000, tokens: 100, log: [], checkRound: 0 });
		const isFailed = index % 10 === 3;
		const result = {
			message: hostile,
			summary: hostile,
			patch,
			files: { changed: 1, added: 1, removed: 1 },
			check: { exitCode: isFailed ? 1 : 0, output, rounds: 1 },
			pullRequest: index === 0 ? "javascript:alert(1)" : `https://git.example/pr/${index}`,
		};
		await queue.settle(claim, isFailed ? "failed" : "done", isFailed ? { ...result, reason: "check" } : result);
	}
}

const verifies = (id: string, run: () => Promise<void>, timeoutMs: number) =>
	requires("chromium")(verificationName(id), run, { timeout: timeoutMs });

verifies(
	"fleet:report:page",
	async () => {
		await using project = await fleetProject();
		await fillQueue(project);
		const file = project.omp.files.file("report.html");
		expect(await project.json("report", "-o", "report.html")).toEqual({ batch: "b1", tasks: count, file });
		const html = await Bun.file(file).text();
		expect(html).toContain("default-src 'none'");
		expect(html).not.toContain("<img");
		expect(html).not.toContain("unsafe");

		await using browser = await openBrowser();
		for (const view of [
			{ viewport: { width: 1280, height: 900 }, colorScheme: "light" },
			{ viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
			{ viewport: { width: 360, height: 780 }, colorScheme: "light" },
		] as const) {
			const { page, problems } = await visit(browser, view);
			const requested: string[] = [];
			page.on("request", (request) => requested.push(request.url()));
			await page.goto(pathToFileURL(file).href);
			expect(await page.locator("#count").textContent()).toBe("1000 tasks");
			expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);

			// Filters and sorts.
			await page.locator("#state").selectOption("failed");
			expect(await page.locator("#count").textContent()).toBe("100 of 1000 tasks");
			await page.getByLabel("Search").fill("task 993");
			expect(await page.locator("#count").textContent()).toBe("1 of 1000 tasks");
			await page.getByLabel("Search").fill("");
			await page.locator("#state").selectOption("");
			await page.getByLabel("Sort by").selectOption("cost");
			expect(await page.locator("#tasks > li .name").first().textContent()).toBe("task 999");
			await page.getByLabel("Sort by").selectOption("order");

			// By keyboard: the first task is opened, and its texts are what they were.
			await page.locator("#tasks summary").first().focus();
			await page.keyboard.press("Enter");
			const first = page.locator("#tasks > li").first();
			expect(await first.locator("details").getAttribute("open")).not.toBeNull();
			expect(await first.locator(".diff .added").textContent()).toContain(
				"+</pre></script><script>window.hacked = 1</script>",
			);
			expect(await first.locator("a").count()).toBe(0);
			expect(await page.evaluate("window.hacked")).toBeUndefined();
			expect([problems, requested.filter((url) => !url.startsWith("file:"))]).toEqual([[], []]);
			await page.context().close();

			const checked = await visit(browser, { ...view, axe: true });
			await checked.page.goto(pathToFileURL(file).href);
			await checked.page.getByLabel("Search").fill("task 99");
			await checked.page.locator("#tasks > li:not([hidden]) summary").first().click();
			expect(await findViolations(checked.page)).toEqual([]);
			await checked.page.context().close();
		}
	},
	180_000,
);

/**
 * Takes the screenshots of the dashboard for the documentation, with made-up sessions, from the built executable. Needs
 * Chromium. Arguments are names of pages, default those of the documentation.
 */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { chromium } from "playwright-core";
import { sampleSessions } from "../../packages/coding-agent/src/features/stats/testing/sample-sessions.ts";
import { repositoryRoot } from "../repository-root.ts";

const folder = join(repositoryRoot, "docs/screens");
const desktop = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 };
const phone = { viewport: { width: 360, height: 760 }, deviceScaleFactor: 2 };
const pictures = [
	{ name: "overview", page: "overview", colorScheme: "dark", ...desktop },
	{ name: "overview-light", page: "overview", colorScheme: "light", ...desktop },
	{ name: "overview-phone", page: "overview", colorScheme: "light", ...phone },
	{ name: "models", page: "models", colorScheme: "dark", ...desktop },
	{ name: "costs", page: "costs", colorScheme: "light", ...desktop },
	{ name: "tools", page: "tools", colorScheme: "dark", ...desktop },
] as const;

await using omp = await ompProject();
for (const { path, text } of sampleSessions({
	requests: 4000,
	perFile: 40,
	resultChars: 300,
	now: Date.now(),
	days: 30,
}))
	await omp.home.write(`.omp/agent/sessions/${path}`, text);
const server = Bun.spawn([...omp.command, "stats", "-p", "0"], {
	...{ cwd: omp.path, env: omp.env, stdin: "ignore", stdout: "pipe", stderr: "ignore" },
});
const { value } = await server.stdout.getReader().read();
const url = new TextDecoder().decode(value).trim().replace("localhost", "127.0.0.1");
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
const wanted = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const { name, page: shown, ...view } of pictures) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	const page = await browser.newPage(view);
	await page.addInitScript("localStorage.setItem('omp-stats-range', '30d')");
	await page.goto(`${url}/#${shown}`);
	await page.waitForSelector(".chart svg");
	await page.waitForSelector('.live[data-on="true"]');
	// The panels come in softly.
	await page.waitForTimeout(500);
	const path = join(folder, `stats-${name}.png`);
	const picture = await page.screenshot();
	await Bun.write(path, await new Bun.Image(picture).png({ palette: true, colors: 256, compressionLevel: 9 }).bytes());
	await page.close();
	console.log(`stats-${name}.png ${Math.round((await stat(path)).size / 1024)} KB`);
}
await browser.close();
server.kill();

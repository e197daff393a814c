import { expect } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { testSite } from "../../../packages/tools/src/browser/testing/test-site.ts";

const patienceMs = 90_000;
const chromium = requires("chromium");

/** Processes with a folder of the test in their command line or environment, omp itself aside. */
function leftRunning(folder: string): string[] {
	return readdirSync("/proc")
		.filter((pid) => /^\d+$/.test(pid))
		.flatMap((pid) => {
			try {
				const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
				const isOurs = command.includes(folder) || readFileSync(`/proc/${pid}/environ`, "utf8").includes(folder);
				return isOurs && /chromium|tab-program/.test(command) ? [`${pid} ${command.slice(0, 100)}`] : [];
			} catch {
				// Gone meanwhile, or somebody else's.
				return [];
			}
		});
}

async function withFolder(omp: OmpProject): Promise<{ folder: string; env: Record<string, string> }> {
	const folder = omp.files.file("temporary");
	await mkdir(folder);
	return { folder, env: { TMPDIR: folder } };
}

const open = (url: string) => toolCall("browser", { i: "Opening", action: "open", url });
const run = (code: string) => toolCall("browser", { i: "Running", action: "run", code });

/** What the tools have answered. */
function results(omp: OmpProject): string {
	return JSON.stringify(omp.model.requests.at(-1));
}

chromium(
	"omp -p drives a page, and nothing is left when it ends",
	async () => {
		using site = testSite();
		await using omp = await ompProject({
			replies: [
				open(`${site.url}/form`),
				run(
					`await tab.fill("input[name=name]", "Ann"); await tab.click("aria/Send"); await tab.waitForUrl("welcome"); await tab.screenshot(); return tab.extract("text")`,
				),
				text("Done."),
			],
		});
		const { folder, env } = await withFolder(omp);
		const { exitCode, stdout } = await omp.run(["-p", "--yolo", "Test the site in the browser"], { env });
		expect(stdout).toContain("Done.");
		expect(exitCode).toBe(0);
		expect(site.requests).toContain("/welcome");
		expect(results(omp)).toContain("Hello ?name=Ann");
		expect(results(omp)).toContain("outside-content");
		await until(() => leftRunning(folder).length === 0, { describe: () => leftRunning(folder).join("\n") });
		await until(
			async () =>
				(await readdir(folder)).filter((name) => /^omp-browser-(?!files)/.test(name) && name !== "omp-browser-tab")
					.length === 0,
		);
	},
	patienceMs,
);

chromium(
	"a killed omp leaves no browser, no tab and no profile behind",
	async () => {
		using site = testSite();
		await using omp = await ompProject({
			replies: [open(`${site.url}/form`), run("await tab.click('a'); await tab.waitForUrl('nowhere')")],
		});
		const { folder, env } = await withFolder(omp);
		const child = Bun.spawn([...omp.command, "-p", "--yolo", "Test the site in the browser"], {
			cwd: omp.path,
			env: { ...omp.env, ...env },
			stdin: "ignore",
			stdout: "ignore",
			stderr: "ignore",
		});
		await until(() => site.requests.includes("/article"), { timeoutMs: 60_000 });
		expect(leftRunning(folder).length).toBeGreaterThan(1);
		child.kill("SIGKILL");
		await child.exited;
		await until(() => leftRunning(folder).length === 0, { describe: () => leftRunning(folder).join("\n") });
		await until(
			async () => (await readdir(folder)).filter((name) => /^omp-browser-(?!files|tab)/.test(name)).length === 0,
		);
	},
	patienceMs,
);

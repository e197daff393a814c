/**
 * Takes the screenshots of shared sessions for the documentation, with a scripted model, from the built executable: the page of
 * a guest on a phone and on a desktop, the host's terminal with the links, a guest's terminal, and the page of a session that was
 * uploaded. Needs Chromium. Arguments are names of pictures.
 */
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { repositoryRoot } from "../repository-root.ts";
import { sampleProject } from "./scenes/sample-project.ts";
import { settled } from "./start.ts";
import { takePicture } from "./take-picture.ts";
import { terminalHtml } from "./terminal-html.ts";

const folder = join(repositoryRoot, "docs/screens");
const wanted = process.argv.slice(2);
const desktop = { viewport: { width: 1100, height: 800 }, deviceScaleFactor: 1 };
const phone = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2 };

const replies = [
	text("`greet` returns **hello** and the name. One caller, in `src/main.ts`."),
	toolCall("edit", {
		i: "Adding the mark",
		path: "src/greet.ts",
		old_string: '"hello " + name',
		new_string: '"hello " + name + "!"',
	}),
	toolCall("bash", { i: "Running the tests", command: "echo '2 pass, 0 fail'; umask 022" }),
	text('Done. Every greeting now ends with "!", and the tests pass.'),
];

await using omp = await ompProject({ replies });
const path = join(omp.home.path, "code/greeter");
for (const [name, content] of Object.entries(sampleProject)) await omp.home.write(join("code/greeter", name), content);
await omp.home.write(".omp/agent/config.yml", "edit:\n  mode: replace\nstartup:\n  quiet: true\n");
const env = { ...omp.env, OMP_SKIP_SETUP: "1", USER: "Ada" };

const relay = Bun.spawn([...omp.command, "collab", "relay", "--bind=127.0.0.1:0"], {
	...{ cwd: path, env, stdin: "ignore", stdout: "pipe", stderr: "inherit" },
});
const { value } = await relay.stdout.getReader().read();
const port = /127\.0\.0\.1:(\d+)/.exec(new TextDecoder().decode(value))?.[1];
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
await mkdir(folder, { recursive: true });

const size = { cols: 132, rows: 40 };
await using host = ptyRun([...omp.command, "--approval-mode", "write", "--sandbox", "off"], {
	...size,
	cwd: path,
	env,
});
await host.waitFor("Acme One");
host.type(`/collab ws://127.0.0.1:${port}\r`);
const links = await until(() => {
	const [, terminal] = /omp join "([^"\s]+)"/.exec(host.history()) ?? [];
	const [web] = /http:\/\/127\S+/.exec(host.history()) ?? [];
	return terminal !== undefined && web !== undefined && { terminal, web };
});
await settled(host);
await takeTerminal("collab-host", host.output(), size);

await using guestHome = await ompProject({});
await guestHome.home.write(".omp/agent/config.yml", "startup:\n  quiet: true\n");
const guestSize = { cols: 100, rows: 34 };
await using guest = ptyRun([...omp.command, "join", links.terminal], {
	...{ ...guestSize, cwd: guestHome.path, env: { ...guestHome.env, OMP_SKIP_SETUP: "1", USER: "Grace" } },
});
await guest.waitFor("2 here");
const pages = await Promise.all([
	enter("collab-phone", "Linus", { ...phone, colorScheme: "light" }),
	enter("collab-desktop", "Barbara", { ...desktop, colorScheme: "light" }),
]);
host.type("What does greet do?\r");
await guest.waitFor("One caller");
guest.type("End each greeting with an exclamation mark\r");
await guest.waitFor("Allow tool: bash");
for (const { page } of pages) await page.getByRole("button", { name: "Approve" }).waitFor();
for (const { name, page } of pages) if (name !== "collab-phone") await takePage(name, page);
// A call that waits for approval has an animation, so the screen is never stable.
await Bun.sleep(1000);
await takeTerminal("collab-guest", guest.output(), guestSize);
await pages[0]?.page.getByRole("button", { name: "Approve" }).click();
await pages[0]?.page.getByText("the tests pass").waitFor();
await takePage("collab-phone", pages[0]?.page);

const server = `http://127.0.0.1:${port}/s`;
await omp.home.write(".omp/agent/share-consent.json", JSON.stringify({ servers: [server] }));
await omp.home.write(".omp/agent/config.yml", `share:\n  serverUrl: ${server}\n`);
const sessions = join(omp.agentDir, "sessions");
const [file = ""] = (await readdir(sessions, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
const { stdout } = await omp.run(["share", join(sessions, file)]);
const viewer = await browser.newPage({ ...desktop, colorScheme: "light" });
await viewer.goto(stdout.trim());
await viewer.getByText("the tests pass").first().waitFor();
await takePage("share-viewer", viewer);
await browser.close();
relay.kill();

async function enter(name: string, guestName: string, view: BrowserContextOptions) {
	const page = await browser.newPage(view);
	await page.goto(links.web);
	await page.getByLabel("Your name, as others see it").fill(guestName);
	await page.keyboard.press("Enter");
	await page.locator("#status[data-kind=live]").waitFor();
	return { name, page };
}

async function takeTerminal(name: string, output: string, shown: { cols: number; rows: number }): Promise<void> {
	if (isWanted(name)) await takePicture(browser, await terminalHtml(output, shown), join(folder, `${name}.png`));
	await report(name);
}

async function takePage(name: string, page: Page | undefined): Promise<void> {
	if (!page) return;
	const small = { palette: true, colors: 256, compressionLevel: 9 } as const;
	if (isWanted(name))
		await Bun.write(join(folder, `${name}.png`), await new Bun.Image(await page.screenshot()).png(small).bytes());
	await report(name);
}

function isWanted(name: string): boolean {
	return wanted.length === 0 || wanted.includes(name);
}

async function report(name: string): Promise<void> {
	if (isWanted(name))
		console.log(`${name}.png ${Math.round((await stat(join(folder, `${name}.png`))).size / 1024)} KB`);
}

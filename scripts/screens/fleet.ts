/**
 * Takes the screenshots of `omp fleet` for the documentation, with a scripted model, from the built executable: the live table and a
 * task in it at a terminal, and the report. Needs Chromium. Arguments are names of pictures.
 */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { chromium } from "playwright-core";
import { repositoryRoot } from "../repository-root.ts";
import { takePicture } from "./take-picture.ts";
import { terminalHtml } from "./terminal-html.ts";

const folder = join(repositoryRoot, "docs/screens");
const wanted = process.argv.slice(2);
const services = [
	"accounts",
	"billing",
	"catalog",
	"checkout",
	"gateway",
	"identity",
	"inventory",
	"mail",
	"orders",
	"payments",
	"pricing",
	"search",
	"shipping",
	"web",
];
const held = gate();

await using omp = await ompProject({
	otherwise: (body) => {
		const said = JSON.stringify(body.messages);
		const usage = { usage: { inputTokens: 9000 + (said.length % 7000), outputTokens: 700 } };
		const [, name = ""] = /Raise node in (\w+)/.exec(said) ?? [];
		if (!said.includes('"tool_result"'))
			return toolCall(
				"write",
				{ i: "Raising the version", path: "package.json", content: packageJson(name, "26") },
				usage,
			);
		const answer = text(`Raised the version of node to 26 in package.json of ${name}. Nothing else names it.`, usage);
		return ["shipping", "web", "search"].includes(name)
			? delivered(answer, { hold: { afterChunks: 0, gate: held } })
			: answer;
	},
});
const packageJson = (name: string, node: string) => `${JSON.stringify({ name, engines: { node } }, null, 2)}\n`;
for (const name of services) {
	const path = `code/${name}`;
	await omp.home.write(`${path}/package.json`, packageJson(name, "20"));
	await omp.home.write(
		`${path}/check.sh`,
		name === "mail"
			? "echo 'mail.test.js: 1 failed, 11 passed'\necho 'TypeError: dns.lookup is not a function'\nexit 1\n"
			: "echo '12 passed'\n",
	);
	for (const args of [
		["init", "-q", "-b", "main"],
		["add", "-A"],
		["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "Start"],
	])
		await omp.home.git("-C", path, ...args);
}
// As they are called in a company; git finds them here.
await omp.home.write(
	".gitconfig",
	`[url "file://${omp.home.file("code")}/"]\n\tinsteadOf = https://git.example.org/acme/\n`,
);
const place = omp.home.file("code");
await omp.home.write(
	"code/node-26.yml",
	Bun.YAML.stringify(
		{
			name: "node 26",
			limits: { usd: 5 },
			template: {
				name: "{{name}}",
				prompt: "Raise node in {{name}} to 26.",
				repository: "https://git.example.org/acme/{{name}}",
				ref: "{{ref}}",
				model: "acme/a-1",
				limits: { usd: 1 },
				check: "sh check.sh",
				checkRounds: 1,
				deliver: "branch",
			},
			rows: services.map((name) => ({ name, ref: name === "gateway" ? "release" : "main" })),
		},
		null,
		2,
	),
);
const env = { ...omp.env, OMP_SKIP_SETUP: "1" };
await omp.home.write(".omp/agent/config.yml", "startup:\n  quiet: true\n");
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
await mkdir(folder, { recursive: true });

// Nothing waits for the screen to rest: its spinners never do.
const size = { cols: 110, rows: 24 };
await using run = ptyRun([...omp.command, "fleet", "run", "node-26.yml", "--workers", "4"], {
	...size,
	cwd: place,
	env,
});
await run.waitFor("9/14 done 2 failed 3 running", { timeoutMs: 120_000 });
await Bun.sleep(1200);
await takeTerminal("fleet-table", run.output(), size);
for (const view of [
	{ name: "fleet-table-light", cols: 110, rows: 24, isLight: true, env: { COLORFGBG: "0;15" } },
	{ name: "fleet-table-60", cols: 60, rows: 24, env: {} },
]) {
	const { name, isLight, env: more, ...own } = { isLight: false, ...view };
	await using watch = ptyRun([...omp.command, "fleet", "status", "--watch"], {
		...own,
		cwd: place,
		env: { ...env, ...more },
	});
	await watch.waitFor("shipping");
	await Bun.sleep(1200);
	await takeTerminal(name, watch.output(), { ...own, isLight });
}
run.type("/");
run.type("orders\r");
await run.waitFor("/orders");
await Bun.sleep(1200);
run.type("\r");
await run.waitFor("Raised the version");
await Bun.sleep(1200);
await takeTerminal("fleet-task", run.output(), size);
run.type("\x1b");
held.open();
await run.exit;

const file = omp.home.file("report.html");
await omp.run(["fleet", "report", "-o", file], { cwd: place });
for (const { name, ...view } of [
	{ name: "fleet-report", viewport: { width: 1100, height: 860 }, colorScheme: "light" },
	{ name: "fleet-report-dark", viewport: { width: 1100, height: 860 }, colorScheme: "dark" },
	{ name: "fleet-report-phone", viewport: { width: 360, height: 780 }, colorScheme: "light" },
] as const) {
	const page = await browser.newPage(view);
	await page.goto(pathToFileURL(file).href);
	await page.locator("#sort").selectOption("state");
	await page.locator("#tasks summary").nth(1).click();
	if (isWanted(name))
		await Bun.write(
			join(folder, `${name}.png`),
			await new Bun.Image(await page.screenshot()).png({ palette: true, colors: 256, compressionLevel: 9 }).bytes(),
		);
	await report(name);
}
await browser.close();

async function takeTerminal(
	name: string,
	output: string,
	shown: { cols: number; rows: number; isLight?: boolean },
): Promise<void> {
	if (isWanted(name)) await takePicture(browser, await terminalHtml(output, shown), join(folder, `${name}.png`));
	await report(name);
}

function isWanted(name: string): boolean {
	return wanted.length === 0 || wanted.includes(name);
}

async function report(name: string): Promise<void> {
	if (isWanted(name))
		console.log(`${name}.png ${Math.round((await stat(join(folder, `${name}.png`))).size / 1024)} KB`);
}

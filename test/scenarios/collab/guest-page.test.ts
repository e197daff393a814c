import { expect, setDefaultTimeout } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Page } from "playwright-core";
import { findViolations, joinPage, openBrowser, visit } from "./guest-browser.ts";
import { hostTerminal, shareAt, startRelay } from "./shared-room.ts";

setDefaultTimeout(90_000);

const withChromium = requires("chromium");

/** What axe finds, in light and in dark. */
async function problemsOf(page: Page): Promise<readonly string[]> {
	const found: string[] = [];
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		found.push(...(await findViolations(page)).map((problem) => `${colorScheme} ${problem}`));
	}
	return found;
}

/** Moves the focus by Tab until something with these words has it. */
async function tabTo(page: Page, words: string): Promise<void> {
	const seen: string[] = [];
	for (let count = 0; count < 40; count++) {
		await page.keyboard.press("Tab");
		const label = await page.evaluate(
			// At the end of the page the focus is nowhere.
			"((focused) => focused === document.body ? '' : (focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent ?? focused.textContent))(document.activeElement)",
		);
		if (String(label).includes(words)) return;
		seen.push(String(label).slice(0, 40));
	}
	throw new Error(`Nothing with "${words}" can be reached by Tab, only ${seen.join(", ")}`);
}

const questions = [
	{
		id: "db",
		question: "Which database?",
		options: [
			{ label: "SQLite", description: "a file" },
			{ label: "Postgres", description: "a server" },
		],
	},
];

withChromium(
	"a guest at a keyboard answers questions, reads diffs and prompts; nothing fails axe in light or dark",
	async () => {
		const replies = [
			toolCall("ask", { i: "Asking", questions }),
			toolCall("ask", { i: "Asking", questions: [{ ...questions[0], question: "Which name?" }] }),
			toolCall("edit", { i: "Renaming", path: "db.txt", old_string: "sqlite", new_string: "postgres" }),
			text("All **set**."),
			text("Thanks to the keyboard."),
		];
		await using omp = await ompProject({ replies, files: { "db.txt": "use sqlite\nfor all\n" }, git: true });
		await omp.home.write(".omp/agent/config.yml", "edit:\n  mode: replace\n");
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp);
		const { web } = await shareAt(host, relay.port);
		await using browser = await openBrowser();
		const joining = await visit(browser, { axe: true });
		await joining.page.goto(web);
		expect(await problemsOf(joining.page)).toEqual([]);
		const { page, problems } = await joinPage(browser, web, "Grace", {
			axe: true,
			viewport: { width: 1100, height: 800 },
		});
		// The cursor is in the prompt at once.
		await page.keyboard.type("set it up");
		await page.keyboard.press("Enter");
		await page.getByRole("group", { name: "Which database?" }).waitFor();
		expect(await problemsOf(page)).toEqual([]);
		await tabTo(page, "Postgres");
		await page.keyboard.press("Enter");
		// Words of one's own.
		await page.getByRole("group", { name: "Which name?" }).waitFor();
		await tabTo(page, "Other");
		await page.keyboard.press("Enter");
		await page.getByRole("textbox", { name: "Which name?" }).waitFor();
		expect(await problemsOf(page)).toEqual([]);
		await tabTo(page, "Which name?");
		await page.keyboard.type("ledger");
		await tabTo(page, "Answer");
		await page.keyboard.press("Enter");
		await page.getByRole("log").locator("strong", { hasText: "set" }).waitFor();
		const results = JSON.stringify(omp.model.requests.at(-1)?.messages);
		for (const words of ["Postgres", "ledger"]) expect(results).toContain(words);
		// The diff is open, with its lines marked.
		const diff = page.locator("details.tool[open] pre.diff");
		expect(await diff.locator(".removed").allTextContents()).toEqual([expect.stringContaining("use sqlite")]);
		expect(await diff.locator(".added").allTextContents()).toEqual([expect.stringContaining("use postgres")]);
		await tabTo(page, "People and agents");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Agents" }).waitFor();
		expect(await problemsOf(page)).toEqual([]);
		// The colors of the two schemes differ.
		const backgrounds: unknown[] = [];
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			backgrounds.push(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor"));
		}
		expect(backgrounds).toEqual(["rgb(246, 247, 249)", "rgb(15, 20, 26)"]);
		await tabTo(page, "Prompt");
		await page.keyboard.type("anything else?");
		await page.keyboard.press("Enter");
		await page.getByRole("log").getByText("Thanks to the keyboard.").waitFor();
		expect(problems).toEqual([]);
	},
);

/** The main agent starts one that takes its time. */
function delegating(body: Record<string, unknown>): Reply {
	const id = /You are `(\w+)`/.exec(JSON.stringify(body.system))?.[1];
	if (id !== undefined) return toolCall("bash", { i: "Waiting", command: "sleep 50" });
	const isFirst = (body.messages as readonly unknown[]).length === 1;
	const tasks = [{ name: "Slow", task: "Take your time." }];
	return isFirst ? toolCall("task", { i: "Delegating", context: "c", tasks }) : text("It is at it.");
}

withChromium("a guest in a browser sees the agents and ends one", async () => {
	await using omp = await ompProject({ otherwise: delegating });
	await using relay = await startRelay(omp);
	await using host = hostTerminal(omp, ["--yolo"]);
	const { web } = await shareAt(host, relay.port);
	await using browser = await openBrowser();
	const { page, problems } = await joinPage(browser, web, "Grace", { axe: true });
	const { page: watching } = await joinPage(browser, (await shareAt(host, relay.port, true)).web, "Eve");
	host.type("delegate\r");
	await page.getByText("People and agents").click();
	await watching.getByText("People and agents").click();
	const slow = page.locator("#agents li", { hasText: "Slow" });
	await slow.filter({ hasText: "running" }).waitFor();
	expect(await page.locator("#agents li").first().textContent()).toStartWith("Main — ");
	expect(await problemsOf(page)).toEqual([]);
	await watching.locator("#agents li", { hasText: "Slow" }).waitFor();
	expect(await watching.getByRole("button", { name: /^End / }).count()).toBe(0);
	await slow.getByRole("button", { name: /^End .*Slow/ }).click();
	await slow.filter({ hasText: "aborted" }).waitFor();
	await until(async () => (await slow.getByRole("button").count()) === 0);
	expect(problems).toEqual([]);
});

withChromium(
	"a page that slept for an hour comes back, and a message that cannot be drawn takes no other with it",
	async () => {
		const deep = `${">".repeat(20_000)} deep`;
		await using omp = await ompProject({
			replies: [text("Before."), text(deep), text("While it slept."), text("Awake.")],
		});
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp);
		const { web } = await shareAt(host, relay.port);
		await using browser = await openBrowser();
		const { page, problems } = await visit(browser);
		// Its sockets can be frozen: they stay open, and nothing goes through them in either direction.
		await page.addInitScript(`
		window.frozen = new WeakSet(); window.sockets = [];
		const Real = WebSocket;
		window.WebSocket = class extends Real {
			constructor(url) { super(url); window.sockets.push(this); }
			send(data) { if (!window.frozen.has(this)) super.send(data); }
			set onmessage(listener) { super.onmessage = (event) => window.frozen.has(this) || listener(event); }
			set onclose(listener) { super.onclose = (event) => window.frozen.has(this) || listener(event); }
			close(code) { if (!window.frozen.has(this)) super.close(code); }
		};`);
		await page.goto(web);
		await page.getByLabel("Your name, as others see it").fill("Grace");
		await page.keyboard.press("Enter");
		await page.locator("#status[data-kind=live]").waitFor();
		host.type("one\r");
		const log = page.getByRole("log");
		await log.getByText("Before.").waitFor();
		host.type("two\r");
		await log.getByText("deep").first().waitFor();
		await page.evaluate("window.sockets.forEach((socket) => window.frozen.add(socket))");
		host.type("three\r");
		await host.waitFor("While it slept.");
		expect(await log.getByText("While it slept.").count()).toBe(0);
		// The lid is opened.
		await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
		await log.getByText("While it slept.").waitFor();
		await page.getByLabel("Prompt").fill("four");
		await page.keyboard.press("Enter");
		await log.getByText("Awake.").waitFor();
		expect(await log.getByText("Before.").count()).toBe(1);
		expect(problems).toEqual([]);
	},
);

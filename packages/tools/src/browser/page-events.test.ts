import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { withoutMarks } from "@oh-my-pi/pi-testkit/terminal/without-marks";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type BrowserSession, browserSession } from "./testing/browser-session.ts";
import { type TestSite, testSite } from "./testing/test-site.ts";
import { failure, patienceMs, withChromium } from "./testing/with-chromium.ts";

let session: BrowserSession;
let site: TestSite;
beforeAll(async () => {
	session = await browserSession();
	site = testSite();
});
afterAll(async () => {
	site[Symbol.dispose]();
	await session[Symbol.asyncDispose]();
}, patienceMs);

withChromium("an aborted run ends at once, and the tab goes on", async () => {
	await session.open(`${site.url}/form`);
	const controller = new AbortController();
	const running = session.call(
		{ action: "run", code: "await tab.waitForUrl('welcome')" },
		{ signal: controller.signal },
	);
	await until(() => session.tabs.find("main")?.isBusy);
	controller.abort();
	expect(await failure(running)).toContain('Browser code execution was stopped (stalled on tab.waitForUrl("welcome"))');
	expect(await session.run("return tab.title()")).toBe("Sign up");
});

withChromium("dialogs are answered as asked, and named when nobody answers them", async () => {
	await session.open(`${site.url}/dialogs`, { name: "asks", dialogs: "accept" });
	const accepted = await session.call({
		action: "run",
		name: "asks",
		code: `await tab.click("#prompt"); return tab.title()`,
	});
	expect(accepted.text).toContain("\nAnn\n");
	expect(withoutMarks(accepted.text)).toMatch(/Dialog accepted: prompt "Your name\?"\n<\/outside-content>$/);
	await session.open(`${site.url}/dialogs`, { name: "asks", dialogs: "dismiss" });
	expect(await session.run(`await tab.click("#confirm"); return tab.title()`, { name: "asks" })).toContain("false");
	await session.open(`${site.url}/dialogs`);
	expect(
		await session.run(
			`page.once("dialog", (dialog) => dialog.accept()); await tab.click("#confirm"); return tab.title()`,
		),
	).toBe("true");
	const held = await failure(session.run(`await tab.click("#confirm")`, { timeout: 2 }));
	expect(held).toContain('tab.click("#confirm") timed out after 1000ms. A confirm dialog holds the page up');
	expect(held).toContain('A dialog is open and holds the page up. Open the tab with dialogs: "accept" or "dismiss"');
	expect(held).toContain('Dialog: confirm "Delete everything?"');
	await session.call({ action: "close", all: true });
	await session.open(`${site.url}/popup`);
	let told = (await session.call({ action: "run", code: `await tab.click("a")` })).text;
	await until(async () => {
		told += (await session.call({ action: "run", code: "await wait(20)" })).text;
		return told.includes("A new page has opened; it is in await browser.pages()") && told.includes("New page: ");
	});
});

withChromium("a download is saved under a plain name in the folder for downloads", async () => {
	await session.open(`${site.url}/downloads`);
	const name = await until(
		async () =>
			/Downloaded (\S+evil\.csv) \(8 bytes\)/.exec(
				await session.run(`if (!globalThis.asked) { globalThis.asked = true; await tab.click("a"); }`),
			)?.[1],
	);
	expect(name).toMatch(/\/omp-browser-files-\w+\/downloads\/[^/]*evil\.csv$/);
	expect(await readFile(name, "utf8")).toBe("a,b\n1,2\n");
});

test("a missing Chromium is named with the package that brings it", async () => {
	const empty = await browserSession();
	const services = {
		cwd: () => empty.folder.path,
		home: empty.folder.path,
		env: { PATH: empty.folder.path },
		now: () => 0,
	};
	await using session = await browserSession({ workspace: services });
	expect(await failure(session.open("http://127.0.0.1/"))).toContain(
		"No Chromium found. Install the package chromium, or set PUPPETEER_EXECUTABLE_PATH",
	);
	await empty[Symbol.asyncDispose]();
});

import { afterAll, beforeAll, expect } from "bun:test";
import { symlinkSync } from "node:fs";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type BrowserSession, browserSession } from "./testing/browser-session.ts";

const patienceMs = 60_000;
const chromium = requires("chromium");
const withChromium = (name: string, run: () => Promise<void>) => chromium(name, run, patienceMs);

let session: BrowserSession;
let elsewhere: Workspace;
beforeAll(async () => {
	session = await browserSession();
	elsewhere = await workspace({ "note.txt": "SECRET elsewhere" });
	await session.folder.write(".ssh/id_rsa", "SECRET key");
	await session.folder.write("part.html", "<p>a part</p>");
	await session.folder.write("style.css", "p { color: rgb(1, 2, 3) }");
	symlinkSync(elsewhere.file("note.txt"), session.folder.file("link.txt"));
});
afterAll(async () => {
	await session[Symbol.asyncDispose]();
	await elsewhere[Symbol.asyncDispose]();
}, patienceMs);

const frameTexts =
	"const texts = []; for (const frame of page.frames()) texts.push(await frame.evaluate(() => document.body?.innerText ?? '')); return texts.join('|')";

withChromium("a local page shows files of the project in frames, and no others", async () => {
	const files = [".ssh/id_rsa", "link.txt", elsewhere.file("note.txt"), "/etc/hostname", "part.html"];
	const frames = files.map((file) => `<iframe src="${file.startsWith("/") ? `file://${file}` : file}"></iframe>`);
	await session.folder.write("frames.html", `<link rel="stylesheet" href="style.css"><p>top</p>${frames.join("")}`);
	const { text } = await session.open("./frames.html");
	expect(text).toContain("is not for pages");
	const shown = await session.run(frameTexts);
	expect(shown).toContain("a part");
	expect(shown).not.toContain("SECRET");
	expect(await session.run("return tab.evaluate(() => getComputedStyle(document.querySelector('p')).color)")).toBe(
		"rgb(1, 2, 3)",
	);
});

withChromium("links, popups, redirects and code do not lead to files either", async () => {
	const key = `file://${session.folder.file(".ssh/id_rsa")}`;
	await session.folder.write(
		"links.html",
		`<title>Links</title><a id="key" href=".ssh/id_rsa">key</a><a id="pop" target="_blank" href=".ssh/id_rsa">pop</a>`,
	);
	await session.open("./links.html");
	for (const code of [
		"await tab.click('#key'); await wait(300)",
		"await tab.click('#pop'); await wait(300)",
		`await tab.evaluate((url) => { location.href = url }, "${key}"); await wait(300)`,
		`await page.goto("${key}")`,
		`await (await browser.newPage()).goto("${key}")`,
		`await page.mainFrame().goto("view-source:${key}")`,
		`await (await page.createCDPSession()).send("Page.navigate", { url: "${key}" }); await wait(300)`,
	]) {
		await session.run(code).catch(() => {});
		const everything = await session
			.run(
				"const all = []; for (const each of await browser.pages()) all.push(await each.content()); return all.join()",
			)
			.catch(String);
		expect(everything).not.toContain("SECRET");
		await session.open("./links.html");
	}
});

withChromium("pages of the browser itself do not open", async () => {
	for (const url of [
		"chrome://version",
		"chrome://settings/passwords",
		"devtools://devtools/bundled/inspector.html",
		"view-source:chrome://version",
	]) {
		await session.open("./part.html");
		const went = session.run(`await page.goto("${url}"); return tab.evaluate(() => document.body.innerText)`);
		expect(await went.catch(String)).toContain("addresses are not opened");
	}
	// Also not behind our back.
	await session.open("./part.html", { name: "second" });
	await session
		.run(`await (await page.createCDPSession()).send("Page.navigate", { url: "chrome://version" }); await wait(500)`, {
			name: "second",
		})
		.catch(() => {});
	await until(() => session.tabs.find("second")?.isAlive !== true);
});

import { afterAll, beforeAll, describe, expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type BrowserSession, browserSession } from "./testing/browser-session.ts";
import { type TestSite, testSite } from "./testing/test-site.ts";

const patienceMs = 60_000;
const chromium = requires("chromium");
const withChromium = (name: string, run: () => Promise<void>) => chromium(name, run, patienceMs);

let session: BrowserSession;
let site: TestSite;
let lookups = 0;
/** The site by a name that is looked up, so that it is reached like one on the internet. */
let origin = "";
beforeAll(async () => {
	site = testSite(Object.fromEntries(pages.map(([name, , html]) => [`/${name}`, () => answer(html)])));
	origin = `http://outside.test:${new URL(site.url).port}`;
	session = await browserSession({
		outside: ["outside.test"],
		hosts: {
			"outside.test": ["127.0.0.1"],
			"loop.test": ["127.0.0.1"],
			"inside.test": ["10.0.0.5"],
			"mixed.test": ["192.168.1.1", "127.0.0.1"],
			"allowed.test": ["10.0.0.7"],
			// Changes its mind after the first look.
			"rebind.test": () => (lookups++ === 0 ? ["93.184.216.34"] : ["127.0.0.1"]),
		},
		allows: (url) => url.hostname === "allowed.test",
	});
});
afterAll(async () => {
	site[Symbol.dispose]();
	await session[Symbol.asyncDispose]();
}, patienceMs);

/** What a page may try, with the host that must not be reached. A text that is no HTML is where it redirects. */
const pages: ReadonlyArray<readonly [name: string, host: string, html: string]> = [
	["redirect", "inside.test", "http://inside.test/"],
	["redirect-to-number", "10.0.0.5", "http://167772165/"],
	["redirect-to-hex", "10.0.0.5", "http://0x0a.0.0.5/"],
	["redirect-to-metadata", "169.254.169.254", "http://169.254.169.254/latest/meta-data/"],
	["redirect-to-link-local", "[fe80::1]", "http://[fe80::1]/"],
	["redirect-to-mapped", "[::ffff:a00:5]", "http://[::ffff:10.0.0.5]/"],
	["redirect-to-unique-local", "[fd00::1]", "http://[fd00::1]/"],
	["redirect-to-carrier", "100.64.0.1", "http://100.64.0.1/"],
	["redirect-to-mdns", "printer.local", "http://printer.local/"],
	["redirect-to-internal", "metadata.google.internal", "http://metadata.google.internal/"],
	["redirect-to-https", "inside.test", "https://inside.test/"],
	["refresh", "inside.test", `<meta http-equiv="refresh" content="0;url=http://inside.test/">`],
	["frame", "inside.test", `<iframe src="http://inside.test/"></iframe>`],
	["object", "inside.test", `<object data="http://inside.test/" type="text/html"></object>`],
	["image", "192.168.0.1", `<img src="http://192.168.0.1/logo.png">`],
	["style", "172.16.0.1", `<link rel="stylesheet" href="http://172.16.0.1/a.css">`],
	["script", "inside.test", `<script src="http://inside.test/a.js"></script>`],
	["module", "inside.test", `<script type="module">import "http://inside.test/a.js"</script>`],
	["fetch", "inside.test", `<script>fetch("http://inside.test/", { mode: "no-cors" })</script>`],
	[
		"xhr",
		"inside.test",
		`<script>const r = new XMLHttpRequest(); r.open("POST", "http://inside.test/"); r.send("x")</script>`,
	],
	["beacon", "inside.test", `<script>navigator.sendBeacon("http://inside.test/", "x")</script>`],
	["socket", "inside.test", `<script>new WebSocket("ws://inside.test/")</script>`],
	["events", "inside.test", `<script>new EventSource("http://inside.test/")</script>`],
	[
		"worker",
		"inside.test",
		`<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://inside.test/', { mode: 'no-cors' })"])))</script>`,
	],
	["popup", "inside.test", `<script>open("http://inside.test/")</script>`],
	[
		"submit",
		"inside.test",
		`<form action="http://inside.test/" method="post"></form><script>document.forms[0].submit()</script>`,
	],
	["location", "inside.test", `<script>location = "http://inside.test/"</script>`],
	[
		"font",
		"inside.test",
		`<style>@font-face { font-family: a; src: url(http://inside.test/a.woff) } p { font-family: a }</style><p>Text</p>`,
	],
	["data-frame", "inside.test", `<iframe src="data:text/html,<img src=http://inside.test/>"></iframe>`],
];

function answer(html: string): Response {
	if (!html.startsWith("<")) return new Response(null, { status: 302, headers: { location: html } });
	return new Response(`<!doctype html><title>Sly</title>${html}`, { headers: { "content-type": "text/html" } });
}

describe("a page of the internet cannot reach inside addresses", () => {
	for (const [name, host] of pages) {
		withChromium(name, async () => {
			session.refused.length = 0;
			const { text } = await session.open(`${origin}/${name}`, { timeout: 10, wait_until: "domcontentloaded" });
			await until(() => session.refused.includes(host));
			// The page may not even make the user be asked.
			expect(session.asked).toEqual([]);
			if (name.startsWith("redirect")) expect(text).toContain(`Refused: ${host}`);
			else expect(await session.run("return 1")).toBeDefined();
		});
	}
});

withChromium("the model may ask for an inside address, and the user decides", async () => {
	session.asked.length = 0;
	const refused = session.open("http://inside.test/");
	expect(await refused.catch((error: unknown) => String(error))).toContain(
		"Refused: inside.test is an inside address. Name it in your prompt or add it to web.allowHosts.",
	);
	await session.open(`${origin}/form`);
	const inRun = session.run(`await tab.goto("http://192.168.7.7/")`);
	expect(await inRun.catch((error: unknown) => String(error))).toContain("Refused: 192.168.7.7 is an inside address");
	expect(session.asked).toEqual(["http://inside.test/", "http://192.168.7.7/"]);
	// Once allowed, the page and what it brings are reached; here nobody answers.
	session.refused.length = 0;
	const allowed = await session.open("http://allowed.test/", { timeout: 2 });
	expect(allowed.text).not.toContain("Refused");
	expect(session.refused).toEqual([]);
});

withChromium("a name of the internet that leads to this machine is an inside address", async () => {
	const { port } = new URL(site.url);
	for (const host of ["loop.test", "mixed.test"]) {
		const opened = session.open(`http://${host}:${port}/article`, { timeout: 5 }).then(({ text }) => text, String);
		expect(await opened).toContain(`Refused: ${host}:${port} is an inside address`);
		// Nor can a page get there.
		session.refused.length = 0;
		await session.open(`${origin}/form`);
		await session.run(`await tab.evaluate((url) => { new Image().src = url }, "http://${host}:${port}/a.png")`);
		await until(() => session.refused.includes(host));
		// What was refused is told here, and not with a later page.
		await session.run("await wait(50)");
	}
});

withChromium("why a host cannot be reached is said", async () => {
	expect((await session.open("http://nowhere.test/", { timeout: 10 })).text).toContain(
		"the page is not: Cannot connect to nowhere.test:80: unknown host",
	);
	expect((await session.open("http://outside.test:9999/", { timeout: 10 })).text).toContain(
		"the page is not: Cannot connect to outside.test:9999: connection refused",
	);
	expect((await session.open("http://127.0.0.1:9999/", { timeout: 10 })).text).toContain("ERR_CONNECTION_REFUSED");
});

withChromium("a name that changes its address does not get inside", async () => {
	lookups = 0;
	session.refused.length = 0;
	const { text } = await session.open(`http://rebind.test:${new URL(site.url).port}/form`, { timeout: 5 });
	expect(text).toContain("Refused: rebind.test");
	expect(session.refused).toContain("rebind.test");
});

withChromium("this machine is reached by name and number, and other schemes are refused", async () => {
	const { port } = new URL(site.url);
	for (const host of ["127.0.0.1", "localhost", "app.localhost", "outside.test"]) {
		expect((await session.open(`http://${host}:${port}/form`)).text).toContain('titled "Sign up"');
	}
	expect((await session.open(`localhost:${port}/form`)).text).toContain('titled "Sign up"');
	const refusal = (url: string) => session.open(url).then(({ text }) => text, String);
	for (const scheme of [
		"chrome://settings",
		"view-source:http://a.test/",
		"ftp://a.test/",
		"javascript:alert(1)",
		"blob:x",
	]) {
		expect(await refusal(scheme)).toContain("addresses are not opened");
	}
	await session.folder.write("page.html", "<title>Local</title>");
	await session.folder.write(".ssh/id_rsa", "secret");
	expect((await session.open("./page.html")).text).toContain('titled "Local"');
	expect((await session.open(`file://${session.folder.path}/page.html`)).text).toContain('titled "Local"');
	expect(await refusal("./.ssh/id_rsa")).toContain("holds secrets, which are not for tools");
	// A page of the internet cannot go to files.
	await session.open(`${origin}/form`);
	const moved = session.run(
		`await tab.evaluate((url) => { location.href = url }, "file://${session.folder.path}/page.html"); await wait(200); return tab.title()`,
	);
	expect(await moved).toBe("Sign up");
});

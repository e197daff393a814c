import { expect, test } from "bun:test";
import { chmod, readdir, symlink } from "node:fs/promises";
import { judgeAction } from "@oh-my-pi/pi-policy/verdict/judge-action";
import { testServices } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { chromiumArgs } from "../browser-control/chromium/chromium-args.ts";
import { findChromium } from "../browser-control/chromium/find-chromium.ts";
import { type StartedProgram, startProgram } from "../browser-control/chromium/start-program.ts";
import { browserAction, browserFacts } from "./action.ts";
import type { BrowserParams } from "./browser.ts";
import { browserSession } from "./testing/browser-session.ts";
import { testSite } from "./testing/test-site.ts";
import { failure, withChromium } from "./testing/with-chromium.ts";

const verifies = (id: string, run: () => Promise<void>) => withChromium(verificationName(id), run);

const path = Bun.which("chromium") ?? "";
const ownArgs = ["--headless=new", "--no-first-run", "--no-sandbox"];

/** A Chromium that somebody else has started. */
function otherChromium(url: string): Promise<StartedProgram> {
	const signal = new AbortController().signal;
	const env = { PATH: process.env.PATH };
	return startProgram({ path, args: [...ownArgs, url], env, cwd: "/", signal, timeoutMs: 30_000 });
}

const isRunning = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

verifies("tools-code-web:browser:kinds", async () => {
	using site = testSite();
	await using other = await otherChromium(`${site.url}/article`);
	let setting: string | undefined;
	await using session = await browserSession({ cdpUrl: () => setting });
	const { http } = other.endpoint;

	// Attached: a page of its own, or one that is there.
	const attached = await session.open(`${site.url}/form`, { name: "attached", app: { cdp_url: http } });
	expect(attached.text).toContain(`Tab "attached" opened (${http}): ${site.url}/form, titled "Sign up"`);
	expect(attached.details).toMatchObject({ browser: "attached" });
	const chosen = await session.open(undefined, { name: "chosen", app: { cdp_url: http, target: "snow LEOPARDS" } });
	expect(chosen.text).toContain(`${site.url}/article, titled "Snow leopards"`);
	expect(await failure(session.open(undefined, { name: "lost", app: { cdp_url: http, target: "nowhere" } }))).toMatch(
		/^No page has "nowhere" in its URL or title\. There are:\n- /,
	);
	expect(await failure(session.open(undefined, { name: "attached" }))).toBe(
		`Tab "attached" is bound to a different browser (${http}). Close it first.`,
	);
	// Redirects into the network are refused there, too.
	session.refused.length = 0;
	using sly = testSite({
		"/sly": () => new Response(null, { status: 302, headers: { location: "http://10.0.0.5/" } }),
	});
	const refused = await session.open(`${sly.url}/sly`, { name: "attached", app: { cdp_url: http } });
	expect(refused.text).toContain("Refused: 10.0.0.5 is an inside address");

	// The setting comes after the argument, and before a headless one.
	setting = http;
	expect((await session.open(undefined, { name: "by-setting" })).text).toContain(`opened (${http})`);
	setting = undefined;
	const headless = await session.open(`${site.url}/form`, { name: "headless" });
	expect(headless.details).toMatchObject({ browser: "headless" });

	// Closing never ends the browser of somebody else, nor the page that was there before.
	await session.call({ action: "close", all: true, kill: true });
	expect(isRunning(other.pid)).toBe(true);
	await using again = await browserSession();
	expect((await again.open(undefined, { app: { cdp_url: http, target: "leopards" } })).text).toContain("/article");

	// Spawned: the page of the app, which lives on until it is to be killed.
	const app = { path, args: [...ownArgs, `${site.url}/form`] };
	const spawned = await session.open(undefined, { name: "app", app });
	expect(spawned.text).toContain(`Tab "app" opened (${path}): `);
	expect(spawned.details).toMatchObject({ browser: "spawned" });
	await until(async () => (await session.run("return tab.title()", { name: "app" })) === "Sign up");
	expect((await session.call({ action: "close", name: "app" })).text).toBe('Closed "app".');
	const reopened = await session.open(undefined, { name: "app", app });
	expect(await session.run("return tab.url()", { name: "app" })).toBe(`${site.url}/form`);
	expect(reopened.text).not.toContain("running already");
	expect((await session.call({ action: "close", name: "app", kill: true })).text).toBe(`Closed "app".\nEnded ${path}.`);

	expect(await failure(session.open(undefined, { app: { path: "./no-such-program" } }))).toContain("no such program");
	expect(await failure(session.open(undefined, { app: { cdp_url: "http://127.0.0.1:9" } }))).toMatch(
		/^No browser answers at http:\/\/127\.0\.0\.1:9 \(.*\)\. Start it with --remote-debugging-port\.$/,
	);
	expect(await failure(session.open(undefined, { app: { cdp_url: site.url } }))).toContain("No browser answers at");
	expect(await failure(session.open(undefined, { app: { cdp_url: "http://10.0.0.5:9222" } }))).toContain("Refused: ");
});

withChromium("an app that runs with a debugging port is used, and not ended", async () => {
	using site = testSite();
	await using started = await otherChromium("about:blank");
	const [program = ""] = (await Bun.file(`/proc/${started.pid}/cmdline`).text()).split("\0");
	// By a path that no other process has.
	await using folder = await workspace();
	const app = folder.file("my-app");
	await symlink(program, app);
	await using other = Bun.spawn(
		[app, ...ownArgs, "--remote-debugging-port=0", `--user-data-dir=${folder.file("profile")}`, `${site.url}/article`],
		{ stdout: "ignore", stderr: "ignore" },
	);
	await until(() => Bun.file(folder.file("profile/DevToolsActivePort")).exists());
	await until(() => site.requests.includes("/article"));
	await using session = await browserSession();
	const { text } = await session.open(undefined, { app: { path: app } });
	expect(text).toContain("It was running already.");
	await until(async () => (await session.run("return tab.url()")) === `${site.url}/article`);
	await session.call({ action: "close", kill: true });
	expect(isRunning(other.pid)).toBe(true);
});

verifies("tools-code-web:browser:chromium-lookup", async () => {
	await using folder = await workspace({
		"named/my-chrome": "#!/bin/sh\n",
		"bin/google-chrome": "#!/bin/sh\n",
		"plain.txt": "",
	});
	await chmod(folder.file("named/my-chrome"), 0o755);
	await chmod(folder.file("bin/google-chrome"), 0o755);
	const named = folder.file("named/my-chrome");
	expect(findChromium({ PATH: folder.file("bin"), PUPPETEER_EXECUTABLE_PATH: named })).toBe(named);
	expect(findChromium({ PATH: folder.file("bin") })).toBe(folder.file("bin/google-chrome"));
	expect(() => findChromium({ PATH: "/nowhere", PUPPETEER_EXECUTABLE_PATH: folder.file("plain.txt") })).toThrow(
		"which cannot be run",
	);
	expect(() => findChromium({ PATH: "/nowhere", HOME: folder.path }, "darwin")).toThrow(
		"No Chromium found. Install the package chromium, or set PUPPETEER_EXECUTABLE_PATH",
	);
});

test("Chromium is started with its window size, its proxy, and the sandbox", () => {
	const viewport = { width: 800, height: 600, scale: 1 };
	const args = (env: Record<string, string>) => chromiumArgs({ headless: true, viewport, proxyPort: 7, env });
	expect(args({})).toContain("--window-size=800,600");
	expect(args({})).toContain("--proxy-server=socks5://127.0.0.1:7");
	expect(args({})).toContain("--proxy-bypass-list=<-loopback>;localhost;*.localhost;127.0.0.0/8;[::1]");
	expect(args({}).filter((arg) => /sandbox|certificate|AutomationControlled/.test(arg))).toEqual([]);
	const behind = { PUPPETEER_PROXY: "http://proxy:1", PUPPETEER_PROXY_BYPASS_LOOPBACK: "false" };
	expect(args(behind)).toContain("--proxy-bypass-list=<-loopback>");
	expect(args({ ...behind, PUPPETEER_PROXY_IGNORE_CERT_ERRORS: "1" })).toContain("--ignore-certificate-errors");
});

withChromium("the user's own proxy is used behind ours", async () => {
	using site = testSite();
	const heads: string[] = [];
	const { port } = new URL(site.url);
	// A proxy that knows CONNECT, and leads everything to the site.
	using proxy = Bun.listen<{ target?: Bun.Socket }>({
		hostname: "127.0.0.1",
		port: 0,
		socket: {
			async data(socket, bytes) {
				if (socket.data?.target) return void socket.data.target.write(bytes);
				heads.push(bytes.toString());
				const target = await Bun.connect({
					hostname: "127.0.0.1",
					port: Number(port),
					socket: { data: (_, answer) => void socket.write(answer), close: () => void socket.end() },
				});
				socket.data = { target };
				socket.write("HTTP/1.1 200 OK\r\n\r\n");
			},
			close: (socket) => void socket.data?.target?.end(),
		},
	});
	const env = { PATH: process.env.PATH, PUPPETEER_PROXY: `http://ann:pass@127.0.0.1:${proxy.port}` };
	const services = testServices("/tmp");
	await using session = await browserSession({
		hosts: { "far.test": ["93.184.216.34"] },
		workspace: { ...services.workspace, env },
	});
	expect((await session.open("http://far.test/article")).text).toContain('titled "Snow leopards"');
	expect(heads).toContain(
		`CONNECT far.test:80 HTTP/1.1\r\nHost: far.test:80\r\nProxy-Authorization: Basic ${btoa("ann:pass")}\r\n\r\n`,
	);
	await using wrong = await browserSession({
		workspace: { ...services.workspace, env: { ...env, PUPPETEER_PROXY: "ftp://x" } },
	});
	expect(await failure(wrong.open("http://far.test/"))).toContain(
		"PUPPETEER_PROXY is not an http:// or socks5:// address",
	);
});

withChromium("a browser that crashes or hangs is replaced by the next open", async () => {
	using site = testSite();
	await using session = await browserSession();
	await session.open(`${site.url}/form`);
	const browserPid = () => session.tabs.find("main")?.browser.pid ?? 0;
	const running = failure(session.run("await tab.waitForUrl('welcome')"));
	await until(() => session.tabs.find("main")?.isBusy);
	process.kill(browserPid(), "SIGKILL");
	expect(await running).toMatch(/^Tab "main" is gone: the browser .*\. Reopen it\.$/);
	expect(await failure(session.run("return 1"))).toBe('Tab "main" is not alive. Reopen it.');
	expect((await session.open(`${site.url}/form`)).text).toContain('titled "Sign up"');
	// A browser that is stopped answers nothing.
	const hung = browserPid();
	process.kill(hung, "SIGSTOP");
	expect(await failure(session.run("return tab.title()", { timeout: 2 }))).toContain(
		"tab.title() timed out after 1000ms",
	);
	expect((await session.open(`${site.url}/article`, { name: "other" })).text).toContain('titled "Snow leopards"');
	await until(() => !isRunning(hung));
});

withChromium("a browser that crashes with its first page is started once more", async () => {
	await using session = await browserSession();
	let crashes = 1;
	using site = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch({ url }) {
			if (url.endsWith("/page") && crashes-- > 0) process.kill(session.tabs.find("main")?.browser.pid ?? 0, "SIGSEGV");
			return new Response("<title>Up</title>", { headers: { "content-type": "text/html" } });
		},
	});
	expect((await session.open(`${site.url}page`)).text).toContain('titled "Up"');
	crashes = 2;
	await session.call({ action: "close", name: "main" });
	expect(await failure(session.open(`${site.url}page`))).toMatch(/^Tab "main" is gone: .*Reopen it\.$/);
	expect(crashes).toBe(0);
});

test("a browser that ends at once is told with what it printed", async () => {
	await using folder = await workspace({
		"bin/chromium": "#!/bin/sh\necho 'cannot open shared object file' >&2\nexit 127\n",
		"bin/slow": "#!/bin/sh\nsleep 60\n",
	});
	await chmod(folder.file("bin/chromium"), 0o755);
	await chmod(folder.file("bin/slow"), 0o755);
	const services = testServices(folder.path);
	const env = { PATH: `${folder.file("bin")}:/usr/bin:/bin` };
	await using session = await browserSession({ workspace: { ...services.workspace, env } });
	expect(await failure(session.open("http://127.0.0.1/"))).toBe(
		`${folder.file("bin/chromium")} ended with code 127 before it could be used. It printed:\ncannot open shared object file`,
	);
	expect(await failure(session.open(undefined, { app: { path: folder.file("bin/slow") }, timeout: 1 }))).toBe(
		'Opening tab "main" timed out after 1 s',
	);
});

test("code is judged like that of eval, and a program like a command", async () => {
	const services = testServices("/home/ann/project");
	const deps = {
		workspace: { ...services.workspace, home: "/home/ann" },
		commandRules: () => [{ match: "evil *", approval: "deny" as const }],
	};
	const judged = (params: BrowserParams) => judgeAction(browserAction(params, deps), browserFacts(deps));
	expect(await judged({ action: "open", url: "http://a.test" })).toBe("exec");
	expect(await judged({ action: "run", code: "return 1" })).toBe("exec");
	expect(await judged({ action: "run", code: "await tab.uploadFile('input', '/home/ann/.ssh/id_rsa')" })).toMatchObject(
		{
			policy: "deny",
		},
	);
	expect(await judged({ action: "open", app: { path: "evil", args: ["x"] } })).toMatchObject({ policy: "deny" });
	expect(await judged({ action: "open", app: { path: "rm", args: ["-rf", "/"] } })).toMatchObject({ override: true });
});

withChromium("browser: what Chromium leaves when it is killed goes with its profile", async () => {
	const socketFolder = async (pid: number) => {
		const command = await Bun.file(`/proc/${pid}/cmdline`).text();
		const profile = /--user-data-dir=([^\0]+)/.exec(command)?.[1] ?? "";
		return (await readdir(profile)).find((name) => name.startsWith("org.chromium.")) !== undefined && profile;
	};
	const other = await otherChromium("about:blank");
	const profile = await until(() => socketFolder(other.pid));
	await other[Symbol.asyncDispose]();
	expect(await failure(readdir(String(profile)))).toContain("ENOENT");
});

import { expect, setDefaultTimeout, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { chromium } from "playwright-core";
import { findViolations, visit } from "./guest-browser.ts";
import { startRelay } from "./shared-room.ts";

setDefaultTimeout(60_000);

async function sharedLink(omp: Awaited<ReturnType<typeof ompProject>>, port: number): Promise<string> {
	await omp.home.write(".omp/agent/config.yml", `share: { serverUrl: "http://127.0.0.1:${port}/s" }\n`);
	await omp.run(["-p", "--yolo", "--model", "acme/a-1", "share-me-4714"]);
	const folder = join(omp.agentDir, "sessions");
	const [file = ""] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
	// What a user agrees to when asked.
	const consent = JSON.stringify({ servers: [`http://127.0.0.1:${port}/s`] });
	await omp.home.write(".omp/agent/share-consent.json", consent);
	const { stdout, stderr } = await omp.run(["share", join(folder, file)]);
	const [link] = /http:\/\/127\S+/.exec(stdout) ?? [];
	if (link === undefined) throw new Error(`No link in: ${stdout}${stderr}`);
	return link;
}

requires("chromium")(
	"a session is stored sealed on a relay of one's own, and its page opens it in the browser",
	async () => {
		const reply = "Answer with `code` and **<b>bold</b>**.";
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Looking", command: "echo in-the-tool" }), text(reply)],
		});
		const folder = join(omp.home.path, "shares");
		await using relay = await startRelay(omp, [`--shares=${folder}`]);
		const link = await sharedLink(omp, relay.port);
		const [name = ""] = await readdir(folder);
		const sealed = await readFile(join(folder, name));
		for (const plain of ["share-me-4714", "in-the-tool"]) {
			expect(sealed.includes(plain)).toBe(false);
			expect(Buffer.concat(relay.traffic).includes(plain)).toBe(false);
		}
		const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: ["--no-sandbox"] });
		try {
			const page = await browser.newPage();
			const problems: string[] = [];
			page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
			await page.goto(link);
			await page.locator("#messages").getByText("share-me-4714").first().waitFor();
			await page.locator("#messages strong", { hasText: "<b>bold</b>" }).waitFor();
			await page.locator("#messages").getByText("echo in-the-tool").first().waitFor({ state: "attached" });
			expect(problems).toEqual([]);
			// The key never left the browser.
			const key = link.split("#")[1] ?? "";
			expect(Buffer.concat(relay.traffic).includes(key)).toBe(false);
			const checked = await visit(browser, { axe: true, viewport: { width: 1100, height: 800 } });
			for (const colorScheme of ["light", "dark"] as const) {
				await checked.page.emulateMedia({ colorScheme });
				await checked.page.goto(link);
				await checked.page.locator("#messages strong").first().waitFor();
				expect([colorScheme, await findViolations(checked.page)]).toEqual([colorScheme, []]);
			}
			await page.goto(`${link.slice(0, -3)}AAA`);
			await page.reload();
			await page.getByRole("alert").waitFor();
		} finally {
			await browser.close();
		}
	},
);

test("the relay keeps no more than it may, and takes sessions only from those who have its token", async () => {
	await using omp = await ompProject({});
	await omp.home.write("token", "sesame\n");
	await using relay = await startRelay(omp, [
		`--shares=${join(omp.home.path, "shares")}`,
		`--token-file=${join(omp.home.path, "token")}`,
	]);
	const url = `http://127.0.0.1:${relay.port}`;
	const post = (body: string, headers: Record<string, string> = {}) =>
		fetch(`${url}/s`, { method: "POST", body, headers });
	const authorization = "Bearer open";
	expect((await post("x")).status).toBe(401);
	expect((await post("x", { authorization })).status).toBe(401);
	expect((await fetch(`${url}/s/${"a".repeat(24)}/raw`)).status).toBe(404);
	expect((await fetch(`${url}/s/..%2f..%2fetc/raw`)).status).toBe(404);
	expect((await fetch(`${url}/`)).headers.get("content-security-policy")).toContain("script-src 'self'");
	const host = new WebSocket(`ws://127.0.0.1:${relay.port}/r/${"A".repeat(22)}?role=host&owner=x`);
	const { promise, resolve } = Promise.withResolvers<number>();
	host.onclose = ({ code }) => resolve(code);
	expect(await promise).toBe(4401);
});

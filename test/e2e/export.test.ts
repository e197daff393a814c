import { describe, expect } from "bun:test";
import { join } from "node:path";
import { solidPng } from "@oh-my-pi/pi-natives/testing/png";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Browser, chromium } from "playwright-core";

const executablePath = Bun.which("chromium") ?? "";
const launchArgs = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];

const header = {
	type: "session",
	version: 3,
	id: "01a1dd10-4135-7425-978c-8e0eb2ceefee",
	timestamp: "2026-11-15T02:36:32.437Z",
	cwd: "/work/app",
};
const hostile = '<script>window.pwned = 1</script><img src=x onerror="window.pwned = 2">';

interface Line {
	readonly [field: string]: unknown;
}

/** A session with every kind of content that a page can show. */
function sessionText(turns: number): string {
	const lines: Line[] = [header];
	let parentId: string | null = null;
	const add = (fields: Line) => {
		const id = lines.length.toString(16).padStart(8, "0");
		lines.push({ ...fields, id, parentId, timestamp: "2026-11-15T02:36:33.000Z" });
		parentId = id;
	};
	const usage = {
		input: 1,
		output: 1,
		cacheRead: 0,
		cacheWrite: 0,
		totalTokens: 2,
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
	};
	const assistant = (content: unknown[], stopReason: string) => ({
		type: "message",
		message: { role: "assistant", content, api: "x", provider: "acme", model: "a-1", usage, stopReason, timestamp: 0 },
	});
	for (let turn = 0; turn < turns; turn++) {
		add({
			type: "message",
			message: { role: "user", content: [{ type: "text", text: `Question ${turn} ${hostile}` }], timestamp: 0 },
		});
		const call = {
			type: "toolCall",
			id: `c${turn}`,
			name: "bash",
			arguments: { command: `echo ${turn}` },
			intent: "look",
		};
		add(assistant([{ type: "thinking", thinking: "Hm." }, { type: "text", text: "Looking." }, call], "toolUse"));
		const text = `needle-${turn} ${hostile}`;
		add({
			type: "message",
			message: {
				role: "toolResult",
				toolCallId: `c${turn}`,
				toolName: "bash",
				content: [{ type: "text", text }],
				details: { diff: "+added\n-removed" },
				isError: false,
				timestamp: 0,
			},
		});
		const markdown = [
			"## Result",
			"",
			"Some **bold** text and `code`.",
			"",
			"| a | b |",
			"|---|---|",
			"| 1 | 2 |",
			"",
			"```ts",
			'const x = "y"; // note',
			"```",
		].join("\n");
		add(assistant([{ type: "text", text: turn % 2 ? `Answer ${turn}` : markdown }], "stop"));
	}
	return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

async function withPage<T>(
	file: string,
	width: number,
	use: (page: Awaited<ReturnType<Browser["newPage"]>>) => Promise<T>,
): Promise<T> {
	const browser = await chromium.launch({ executablePath, args: launchArgs });
	try {
		const page = await browser.newPage({ viewport: { width, height: 900 } });
		const requests: string[] = [];
		page.on("request", (request) => requests.push(request.url()));
		await page.goto(`file://${file}`);
		const result = await use(page);
		expect(requests.filter((url) => !url.startsWith("file://") && !url.startsWith("data:"))).toEqual([]);
		return result;
	} finally {
		await browser.close();
	}
}

verifies("sessions:export:html", async () => {
	const bytes = solidPng(4, 4);
	const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
	const image = { type: "image", data: `blob:sha256:${sha256}`, mimeType: "image/png" };
	const lines = [
		{ ...header },
		{
			type: "message",
			id: "00000001",
			parentId: null,
			timestamp: header.timestamp,
			message: { role: "user", content: [{ type: "text", text: "héllo" }, image], timestamp: 0 },
		},
	];
	const log = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
	await using omp = await ompProject({ files: { "s.jsonl": log, "s/Alpha.jsonl": log, "s/Alpha/Beta.jsonl": log } });
	await omp.home.write(`.omp/agent/blobs/${sha256}`, bytes);
	const before = await omp.files.read("s.jsonl");
	const { stdout } = await omp.run(["--export", "s.jsonl"]);
	expect(stdout).toBe(`Exported to: ${join(omp.path, "omp-session-s.html")}\n`);
	const page = await omp.files.read("omp-session-s.html");
	const [, data = ""] = /<script id="session-data" type="application\/json">([^<]*)<\/script>/.exec(page) ?? [];
	const shown = JSON.parse(Buffer.from(data.trim(), "base64").toString("utf8"));
	const { timestamp } = header;
	const entries = [
		{
			type: "message",
			id: "00000001",
			parentId: null,
			timestamp,
			message: {
				role: "user",
				content: [
					{ type: "text", text: "héllo" },
					{ ...image, data: Buffer.from(bytes).toString("base64") },
				],
				timestamp: 0,
			},
		},
	];
	const session = { header, entries, leafId: "00000001" };
	expect(shown).toEqual({ ...session, subSessions: { Alpha: session, "Alpha/Beta": session } });
	// The page loads nothing from the network, and the session is unchanged.
	expect(page).not.toMatch(/(?:src|href)="?https?:|@import|url\(["']?https?:/);
	expect(await omp.files.read("s.jsonl")).toBe(before);
});

describe("HTML export", () => {
	requires("chromium")(
		"opens in a browser at two widths, loads nothing and runs nothing of the session's content",
		async () => {
			await using omp = await ompProject({ files: { "s.jsonl": sessionText(6), "s/Alpha.jsonl": sessionText(2) } });
			const { stdout } = await omp.run(["--export", "s.jsonl", "page.html"]);
			expect(stdout).toBe(`Exported to: ${join(omp.path, "page.html")}\n`);
			for (const width of [1200, 480]) {
				await withPage(omp.files.file("page.html"), width, async (page) => {
					await page.waitForSelector("article.user");
					expect(await page.title()).toContain("Question 0");
					expect(await page.locator("article.user").count()).toBe(6);
					await page.click("#fold");
					expect(await page.locator("details[open]").count()).toBeGreaterThan(0);
					expect(await page.locator("main table td").first().textContent()).toBe("1");
					expect(await page.locator("main .k").first().textContent()).toBe("const");
					expect(await page.locator("main .add").first().textContent()).toBe("+added");
					expect(await page.evaluate("window.pwned")).toBeUndefined();
					expect(await page.locator("main").textContent()).toContain("<script>window.pwned = 1</script>");
					await page.selectOption("#sub", "Alpha");
					expect(await page.locator("article.user").count()).toBe(2);
					const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
					expect(overflow).toBeLessThanOrEqual(0);
				});
			}
		},
		60_000,
	);

	requires("chromium")("shows the prompt of a guest as a prompt, with the guest's name", async () => {
		const prompt = {
			type: "custom_message",
			id: "00000001",
			parentId: null,
			timestamp: header.timestamp,
			customType: "collab-prompt",
			content: "End each greeting with a mark",
			display: true,
			details: { from: "Grace" },
		};
		const log = `${JSON.stringify(header)}\n${JSON.stringify(prompt)}\n`;
		await using omp = await ompProject({ files: { "s.jsonl": log } });
		await omp.run(["--export", "s.jsonl", "page.html"]);
		await withPage(omp.files.file("page.html"), 1200, async (page) => {
			expect(await page.locator("article.user .who").textContent()).toBe("Grace");
			expect(await page.locator("article.user p").textContent()).toBe("End each greeting with a mark");
			expect(await page.locator("#tree").textContent()).toBe("Grace: End each greeting with a mark");
		});
	});

	requires("chromium")(
		"shows who answered and what it cost, edits open with their file, lists and tables as they were meant, and no JSON",
		async () => {
			const message = (id: string, parentId: string | null, fields: object) =>
				JSON.stringify({
					type: "message",
					id,
					parentId,
					timestamp: header.timestamp,
					message: { timestamp: 0, ...fields },
				});
			const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.25 };
			const usage = { input: 1200, output: 340, cacheRead: 0, cacheWrite: 0, totalTokens: 1540, cost };
			const edit = {
				type: "toolCall",
				id: "c1",
				name: "edit",
				arguments: { i: "Fixing", input: "[src/a.ts#12AB]\nPUT 1:\n+b" },
			};
			const list = { type: "toolCall", id: "c2", name: "todo", arguments: { op: "init", items: ["one", "two"] } };
			const markdown =
				"# Internationalization\n\n- a\n  - b\n\n- [x] done\n\n| l | r |\n|:--|--:|\n| 1 | 2 |\n\n[bad](javascript:alert(1))";
			const reply = { role: "assistant", api: "x", provider: "acme", model: "a-1", usage, stopReason: "stop" };
			const details = { diff: "-1|a\n+1|b", path: `${header.cwd}/src/a.ts`, op: "update" };
			const log = [
				JSON.stringify(header),
				message("00000001", null, { role: "user", content: "go" }),
				message("00000002", "00000001", { ...reply, content: [{ type: "text", text: markdown }, edit, list] }),
				message("00000003", "00000002", {
					role: "toolResult",
					toolCallId: "c1",
					toolName: "edit",
					content: [],
					details,
					isError: false,
				}),
				message("00000004", "00000003", {
					role: "bashExecution",
					command: "git status",
					output: "clean",
					exitCode: 0,
					cancelled: false,
				}),
			];
			await using omp = await ompProject({ files: { "s.jsonl": `${log.join("\n")}\n` } });
			await omp.run(["--export", "s.jsonl", "page.html"]);
			await withPage(omp.files.file("page.html"), 360, async (page) => {
				await page.waitForSelector("article.assistant details");
				expect(await page.textContent("#facts")).toMatch(/^a-1.*2026.*1\.2K tokens in, 340 out\$0\.25\/work\/app$/);
				expect(await page.textContent("details[open] summary")).toBe("edit src/a.ts");
				expect(await page.locator("details[open] .add").textContent()).toBe("+1|b");
				expect(await page.locator("article ul ul li").textContent()).toBe("b");
				expect(await page.locator("article input[type=checkbox]").isChecked()).toBe(true);
				expect(await page.evaluate("getComputedStyle(document.querySelector('td[align=right]')).textAlign")).toBe(
					"right",
				);
				expect(await page.locator("article h1").evaluate((heading) => heading.getClientRects().length)).toBe(1);
				expect(await page.locator("article a", { hasText: "bad" }).getAttribute("href")).toBe(null);
				expect(await page.textContent("main")).not.toMatch(/[{}]|"op"/);
				expect(await page.textContent("main")).toContain("items one, two");
				expect(await page.textContent("#tree")).toContain("! git status");
			});
		},
		60_000,
	);

	requires("chromium")(
		"scrolls and searches a session of 5,000 entries",
		async () => {
			await using omp = await ompProject({ files: { "s.jsonl": sessionText(1250) } });
			await omp.run(["--export", "s.jsonl", "page.html"]);
			await withPage(omp.files.file("page.html"), 1200, async (page) => {
				expect(await page.locator("article").count()).toBe(3750);
				await page.fill("#search", "needle-1234");
				await until(async () => (await page.textContent("#found")) === "1 of 1");
				expect(await page.locator("article.hit").isVisible()).toBe(true);
				await page.evaluate("document.getElementById('messages').scrollTo(0, 1e9)");
				await until(async () => (await page.locator("article").last().textContent()) !== "");
				await page.selectOption("#filter", "user-only");
				expect(await page.locator("article").count()).toBe(1250);
			});
		},
		60_000,
	);

	requires("chromium")("a missing session is named and nothing is written", async () => {
		await using omp = await ompProject();
		const result = await omp.run(["--export", "nope.jsonl"]);
		expect(result).toEqual({ stdout: "", stderr: "Error: File not found: nope.jsonl\n", exitCode: 1 });
	});
});

import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const results = [
	{ url: "https://bun.sh/docs", title: "Bun docs", content: "All about Bun", publishedDate: "2026-01-02T00:00:00" },
	{ url: "https://example.org/bun", title: "Buns", content: "How to \u001b[31mbake" },
];

/** A search server of the user's own. */
function searchServer() {
	const asked: { path: string; authorization: string | null }[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch(request): Response {
			const url = new URL(request.url);
			asked.push({ path: url.pathname + url.search, authorization: request.headers.get("authorization") });
			if (url.searchParams.get("q") === "broken") return new Response("<html>sorry</html>", { status: 503 });
			// A key must not follow a redirect.
			if (url.searchParams.get("q") === "moved") return Response.redirect("/elsewhere");
			return Response.json({ query: "x", results: url.searchParams.get("q") === "nothing" ? [] : results });
		},
	});
	return {
		asked,
		env: { SEARXNG_ENDPOINT: `http://127.0.0.1:${server.port}`, SEARXNG_TOKEN: "searx-secret" },
		[Symbol.asyncDispose]: () => server.stop(true),
	};
}

verifies(
	"cli:sub:search",
	async () => {
		await using omp = await ompProject();
		await using server = searchServer();
		await omp.home.write(
			".omp/agent/config.yml",
			'providers:\n  webSearchExclude: [duckduckgo]\nsearxng:\n  language: "en"\n',
		);
		const run = (...args: string[]) => omp.run(args, { env: server.env });
		const first = await run("search", "what", "is", "bun", "--recency", "day");
		expect(first).toEqual({
			stdout: [
				"[1] Bun docs (2026-01-02)",
				"    https://bun.sh/docs",
				"    All about Bun",
				"[2] Buns",
				"    https://example.org/bun",
				"    How to [31mbake",
				"",
			].join("\n"),
			stderr: "2 results from searxng\n",
			exitCode: 0,
		});
		expect(server.asked).toEqual([
			{
				path: "/search?q=what+is+bun&format=json&time_range=day&language=en",
				authorization: "Bearer searx-secret",
			},
		]);
		const compact = await run("q", "bun site:bun.sh", "--compact", "-l", "1", "--provider", "searxng");
		expect([compact.stdout, compact.exitCode]).toEqual(["Bun docs\n  https://bun.sh/docs\n", 0]);
		const nothing = await run("search", "nothing");
		expect([nothing.stdout, nothing.exitCode]).toEqual(["No results found.\n", 0]);
		const broken = await run("search", "broken");
		expect(broken).toEqual({ stdout: "", stderr: "Error: SearXNG answered 503: sorry\n", exitCode: 1 });
		const moved = await run("search", "moved");
		expect(moved).toEqual({
			stdout: "",
			stderr: "Error: SearXNG cannot be reached: It redirects elsewhere, which is not followed\n",
			exitCode: 1,
		});
		expect(server.asked.filter(({ path }) => path.startsWith("/elsewhere"))).toEqual([]);
		expect((await run("search")).stderr).toStartWith("error: Expected a query\nUSAGE\n");
		expect((await run("search", "x", "--recency", "hour")).exitCode).toBe(2);
		expect((await run("search", "x", "--provider", "nope")).stderr).toStartWith(
			'Error: There is no search provider "nope". Known: tavily, ',
		);
		expect((await run("search", "x", "--provider", "tavily")).stderr).toBe(
			"Error: Tavily is not configured; it needs TAVILY_API_KEY.\n",
		);
	},
	30_000,
);

test("the model searches, and the user's key reaches neither model nor session", async () => {
	await using omp = await ompProject({
		replies: [
			toolCall("web_search", { query: "bun site:bun.sh" }),
			toolCall("bash", { i: "Look", command: "env" }),
			text("Bun is a runtime."),
		],
	});
	await using server = searchServer();
	const { stdout } = await omp.run(["-p", "what is bun?", "--yolo"], { env: server.env });
	expect(stdout).toContain("Bun is a runtime.");
	const [first, second] = omp.model.requests.map((request) => JSON.stringify(request));
	expect(first).toContain('"name":"web_search"');
	expect(second).toContain("[1] Bun docs (2026-01-02)\\n    https://bun.sh/docs\\n    All about Bun");
	expect(second).not.toContain("example.org");
	const session = JSON.stringify(await omp.sessions());
	expect(session).toContain('"provider":"searxng"');
	expect(session).toContain("SEARXNG_ENDPOINT=");
	expect(`${second}${session}`).not.toContain("searx-secret");
}, 30_000);

test("the key of an Exa server that web_search replaces is used for web_search", async () => {
	await using omp = await ompProject({ replies: [toolCall("web_search", { query: "bun" }), text("Offline.")] });
	const url = "https://mcp.exa.ai/mcp?exaApiKey=exa-secret";
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { exa: { type: "http", url } } }));
	await omp.run(["-p", "what is bun?"]);
	const sent = JSON.stringify(omp.model.requests[1]);
	// There is no network in tests: it was tried, before the provider without a key.
	expect(sent).toMatch(/All web search providers failed: exa: Exa cannot be reached: .*; duckduckgo: /);
	expect(`${sent}${JSON.stringify(await omp.sessions())}`).not.toContain("exa-secret");
}, 30_000);

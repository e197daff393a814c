import { expect, test } from "bun:test";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type CountedRequest, recount, sampleAndRequests } from "./recount.ts";
import { servedDashboard } from "./served-dashboard.ts";

type Row = Record<string, unknown>;

/** Sums of floating-point numbers depend on their order. */
function roughly(value: unknown): unknown {
	if (typeof value === "number" && !Number.isInteger(value)) return expect.closeTo(value, 6);
	if (Array.isArray(value)) return value.map(roughly);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, roughly(member)]));
}

async function sampleProject(requests: number, now: number) {
	const omp = await ompProject();
	const sample = sampleAndRequests(requests, now);
	for (const { path, text } of sample.files) await omp.home.write(`.omp/agent/sessions/${path}`, text);
	return { omp, ...sample };
}

const modelOf = ({ message }: CountedRequest) => `${message.provider}/${message.model}`;

verifies(
	"cli:stats:recount",
	async () => {
		const now = Date.now();
		const { omp, counted, lines } = await sampleProject(1000, now);
		await using _omp = omp;
		for (const env of [{ TZ: "UTC" }, { TZ: "Asia/Kathmandu" }, { TZ: "America/St_Johns" }]) {
			await using served = await servedDashboard(omp, env);
			const stats = await served.json("/api/stats");
			expect(stats.overall).toEqual(roughly(recount(counted)));
			for (const row of stats.byModel)
				expect(row).toEqual(
					roughly({
						model: row.model,
						provider: row.provider,
						...recount(counted.filter((own) => modelOf(own) === `${row.provider}/${row.model}`)),
					}),
				);
			for (const row of stats.byFolder)
				expect(row).toEqual(
					roughly({ folder: row.folder, ...recount(counted.filter(({ folder }) => folder === row.folder)) }),
				);
			// By local day, in a zone that is a quarter of an hour off, too.
			const day = new Intl.DateTimeFormat("sv", { timeZone: env.TZ });
			const days = Map.groupBy(counted, ({ message }) => day.format(message.timestamp));
			expect(
				stats.timeSeries.map(({ timestamp, totalRequests }: Row) => [day.format(Number(timestamp)), totalRequests]),
			).toEqual([...days].map(([name, own]) => [name, own.length] as const).sort(([a], [b]) => a.localeCompare(b)));
			const costs = (await served.json("/api/stats/costs?range=all")).costSeries as Row[];
			expect(costs.reduce((sum, { cost }) => sum + Number(cost), 0)).toBeCloseTo(recount(counted).totalCost, 6);
		}
		await using served = await servedDashboard(omp);
		const kinds = (await served.json("/api/stats/overview?range=all")).byAgentType.map((row: Row) => [
			row.agentType,
			row.totalRequests,
		]);
		const isAdvisor = ({ path }: CountedRequest) => path.includes("__advisor");
		const isNested = ({ path }: CountedRequest) => path.split("/").length > 2;
		expect(kinds).toEqual([
			["main", counted.filter((own) => !isNested(own)).length],
			["subagent", counted.filter((own) => isNested(own) && !isAdvisor(own)).length],
			["advisor", counted.filter(isAdvisor).length],
		]);
		const calls = counted.flatMap(({ message }) => message.content.filter(({ type }) => type === "toolCall"));
		const results = lines.flatMap(({ line: { message } }) => (message?.role === "toolResult" ? [message] : []));
		const tools = (await served.json("/api/stats/tools?range=all")).byTool as Row[];
		const total = (name: string) => tools.reduce((sum, row) => sum + Number(row[name]), 0);
		expect(Object.fromEntries(tools.map(({ tool, calls: count }) => [tool, count]))).toEqual(
			Object.fromEntries([...Map.groupBy(calls, ({ name }) => name)].map(([name, own]) => [name, own.length])),
		);
		expect(total("errors")).toBe(results.filter(({ isError }) => isError).length);
		expect(total("resultChars")).toBe(results.reduce((sum, { content }) => sum + (content[0]?.text?.length ?? 0), 0));
		const withCalls = counted.filter(({ message }) => message.content.some(({ type }) => type === "toolCall"));
		expect(total("costShare")).toBeCloseTo(recount(withCalls).totalCost, 6);
		const week = counted.filter(
			({ message }) => message.timestamp >= Math.floor((now - 7 * 86_400_000) / 900_000) * 900_000,
		);
		const { overall } = await served.json("/api/stats/overview?range=7d");
		// The range goes on while the test runs.
		expect(Math.abs(overall.totalRequests - week.length)).toBeLessThanOrEqual(1);
	},
	120_000,
);

verifies(
	"cli:stats:routes",
	async () => {
		const { omp, counted } = await sampleProject(200, Date.now());
		await using _omp = omp;
		await using served = await servedDashboard(omp);
		const shapes: Readonly<Record<string, readonly string[]>> = {
			"/api/stats": [
				"overall",
				"byModel",
				"byFolder",
				"byAgentType",
				"timeSeries",
				"modelSeries",
				"modelPerformanceSeries",
				"costSeries",
			],
			"/api/stats/overview?range=30d": ["overall", "byAgentType", "timeSeries"],
			"/api/stats/model-dashboard?range=90d": ["byModel", "modelSeries", "modelPerformanceSeries"],
			"/api/stats/costs?range=24h": ["costSeries"],
			"/api/stats/tools?range=7d": ["byTool", "byToolModel", "series"],
			"/api/stats/providers?range=all": ["providers", "hourly", "series", "usageSeries", "windowInsights"],
			"/api/stats/behavior?range=all": ["overall", "byModel", "behaviorSeries"],
			"/api/stats/gain?range=all": ["overall", "bySource", "timeSeries", "project", "projects"],
			"/api/sync": ["processed", "files", "totalMessages"],
		};
		for (const [path, keys] of Object.entries(shapes)) {
			const response = await served.get(path);
			expect([
				path,
				response.status,
				response.headers.get("cache-control"),
				response.headers.get("x-omp-stats-dashboard"),
			]).toEqual([path, 200, "no-store", "2"]);
			expect(Object.keys((await response.json()) as object)).toEqual([...keys]);
		}
		for (const path of ["models", "folders", "timeseries"])
			expect((await served.json(`/api/stats/${path}`)).length).toBeGreaterThan(0);
		const recent = await served.json("/api/stats/recent?limit=3");
		expect(recent.map(({ timestamp }: Row) => timestamp)).toEqual(
			counted
				.map(({ message }) => message.timestamp)
				.sort((a, b) => b - a)
				.slice(0, 3),
		);
		const errors = await served.json("/api/stats/errors");
		expect(errors).toHaveLength(counted.filter(({ message }) => message.stopReason === "error").length);
		const detail = await served.json(`/api/request/${recent[0].id}`);
		expect(detail).toMatchObject({
			...recent[0],
			output: expect.arrayContaining([expect.objectContaining({ type: "text" })]),
		});
		expect(detail.messages.length).toBeGreaterThan(3);

		// Nonsense gets an answer, and never the whole table.
		expect((await served.get("/api/request/9999999")).status).toBe(404);
		expect((await served.get("/api/request/1%20OR%201")).status).toBe(404);
		expect((await served.get("/api/nosuch")).status).toBe(404);
		expect((await served.get("/api/stats", { method: "DELETE" })).status).toBe(405);
		for (const limit of ["-1", "1e9", "x", "0.5"])
			expect((await served.json(`/api/stats/recent?limit=${limit}`)).length).toBe(100);
		expect(await served.json("/api/stats/overview?range=nonsense")).toEqual(
			await served.json("/api/stats/overview?range=24h"),
		);
	},
	60_000,
);

verifies(
	"cli:stats:closed",
	async () => {
		const { omp } = await sampleProject(40, Date.now());
		await using _omp = omp;
		await using served = await servedDashboard(omp);
		const status = async (headers: Record<string, string>) => (await served.get("/api/stats", { headers })).status;
		expect(
			await Promise.all([
				status({ host: "evil.example" }),
				status({ origin: "https://evil.example" }),
				status({ "sec-fetch-site": "cross-site" }),
			]),
		).toEqual([403, 403, 403]);
		const page = await served.get("/");
		expect(page.headers.get("content-security-policy")).toStartWith(
			"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
		);
		const parts = await Promise.all(["/", "/app.js", "/app.css"].map(async (path) => (await served.get(path)).text()));
		// Nothing comes from elsewhere, and all of it is small.
		for (const part of parts)
			expect(part.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:\/\/|@import|url\(/);
		expect(parts.join("").length).toBeLessThan(250 * 1024);
		expect(parts[0]).not.toMatch(/<style|<script>|style=|\son\w+=/);
	},
	60_000,
);

test("omp stats: a session file that is gone keeps its numbers, and its requests say so", async () => {
	const { omp, files } = await sampleProject(40, Date.now());
	await using _omp = omp;
	await using served = await servedDashboard(omp);
	const [request] = await served.json("/api/stats/recent?limit=1");
	for (const { path } of files) await Bun.file(join(omp.agentDir, "sessions", path)).delete();
	expect(await served.json("/api/sync")).toEqual({ processed: 0, files: 0, totalMessages: 40 });
	expect(await served.json(`/api/request/${request.id}`)).toMatchObject({ id: request.id, messages: [], output: null });
}, 60_000);

verifies(
	"cli:stats:live",
	async () => {
		const { omp, files } = await sampleProject(40, Date.now());
		await using _omp = omp;
		await using served = await servedDashboard(omp);
		const leave = new AbortController();
		const events = await served.get("/api/events", { signal: leave.signal });
		const reader = events.body?.getReader();
		const decoder = new TextDecoder();
		let text = "";
		const read = async (wanted: string) => {
			while (!text.includes(wanted)) text += decoder.decode((await reader?.read())?.value);
		};
		await read("event: hello");
		// Another program writes a line while the page is open.
		const [{ path, text: log } = { path: "", text: "" }] = files;
		const reply = log.split("\n").find((line) => line.includes('"assistant"')) ?? "";
		await appendFile(
			join(omp.agentDir, "sessions", path),
			`${JSON.stringify({ ...JSON.parse(reply), id: "feedbeef" })}\n`,
		);
		await read('event: changed\ndata: {"totalMessages":41}');
		leave.abort();
		expect((await served.json("/api/stats")).overall.totalRequests).toBe(41);
	},
	60_000,
);

test("omp stats: quotas are those of the broker that is configured, and of this machine when it is gone", async () => {
	const { omp } = await sampleProject(40, Date.now());
	await using _omp = omp;
	const asked: string[] = [];
	const recordedAt = Math.floor(Date.now() / 1000) - 3600;
	const row = {
		...{ recordedAt, provider: "anthropic", accountKey: "team", email: "team@example.com", limitId: "5h" },
		...{ label: "5 hours", windowLabel: "5h", usedFraction: 0.25, status: "ok", resetsAt: null },
	};
	const broker = Bun.serve({
		...{ port: 0, hostname: "127.0.0.1" },
		fetch({ url, headers }) {
			const { pathname } = new URL(url);
			asked.push(`${pathname} ${headers.get("authorization")}`);
			if (pathname === "/v1/usage/history") return Response.json({ entries: [row] });
			const at = Date.now();
			return Response.json({ generation: 1, generatedAt: at, serverNowMs: at, credentials: [] });
		},
	});
	const env = { OMP_AUTH_BROKER_URL: `http://127.0.0.1:${broker.port}`, OMP_AUTH_BROKER_TOKEN: "sesame" };
	await using served = await servedDashboard(omp, env);
	// Nothing is asked before a page wants it.
	expect(asked).toEqual([]);
	const { usageSeries } = await served.json("/api/stats/providers?range=7d");
	expect(usageSeries).toMatchObject([{ provider: "anthropic" }]);
	expect(asked.at(-1)).toBe("/v1/usage/history Bearer sesame");
	await broker.stop(true);
	await using alone = await servedDashboard(omp, env);
	expect((await alone.json("/api/stats/providers?range=7d")).usageSeries).toEqual([]);
}, 60_000);

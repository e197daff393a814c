import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { sampleAndRequests } from "./recount.ts";
import { servedDashboard } from "./served-dashboard.ts";

const used = (inputTokens: number, outputTokens: number) => ({ usage: { inputTokens, outputTokens } });
const statsOf = async (omp: OmpProject) => JSON.parse((await omp.run(["stats", "-j"])).stdout);

verifies(
	"cli:sub:stats",
	async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("task", { i: "Delegating", context: "c", tasks: [{ name: "A", task: "t" }] }, used(1000, 100)),
				toolCall("yield", { result: { data: "done" } }, used(500, 50)),
				text("Done.", used(2000, 200)),
				text("Two.", used(10, 1)),
				failure(400, "no"),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "async: { enabled: false }\n");
		expect((await omp.run(["stats", "-s"])).stdout).toBe("No requests yet.\n");
		await omp.run(["-p", "--yolo", "--model", "acme/a-1", "go"]);
		const first = await statsOf(omp);
		// Sub-agents count; the price is that of models.yml.
		expect(first.overall).toMatchObject({
			totalRequests: 3,
			failedRequests: 0,
			totalInputTokens: 3500,
			totalOutputTokens: 350,
			cacheRate: 0,
		});
		expect(first.overall.totalCost).toBeCloseTo((3500 * 3 + 350 * 15) / 1e6, 9);
		expect(first.byFolder).toEqual([{ ...first.overall, folder: omp.path }]);

		// What is new is added, nothing is counted twice, and a copy of a session is no new request.
		await omp.run(["-p", "--model", "acme/a-2", "again"]);
		const [folder = ""] = await readdir(join(omp.agentDir, "sessions"));
		const names = (await readdir(join(omp.agentDir, "sessions", folder))).filter((name) => name.endsWith(".jsonl"));
		const [oldest = ""] = names.sort();
		const copied = await omp.home.read(`.omp/agent/sessions/${folder}/${oldest}`);
		await omp.home.write(`.omp/agent/sessions/${folder}/copy.jsonl`, `${copied}{"broken\n`);
		const second = await statsOf(omp);
		expect(second.byModel.map((row: Record<string, unknown>) => [row.provider, row.model, row.totalRequests])).toEqual([
			["acme", "a-1", 3],
			["acme", "a-2", 1],
		]);
		expect(await statsOf(omp)).toEqual(second);
		await omp.run(["-p", "--model", "acme/a-2", "and again"]);
		expect((await statsOf(omp)).overall).toMatchObject({ totalRequests: 5, failedRequests: 1 });

		const { stdout } = await omp.run(["stats", "--summary"]);
		expect(stdout).toStartWith(
			"5 requests, 1 errors (20%), $0.02\n3,510 tokens in (0% cached, saving $0.00), 351 out\n",
		);
		expect(stdout).toMatch(/^acme\/a-1 +3 +0 +3,500 +350 +0% +\$0\.00 +\S+ +\$0\.02 +█{12}$/m);

		// The dashboard, on this machine only.
		await using served = await servedDashboard(omp);
		expect(served.shownUrl).toMatch(/^http:\/\/localhost:\d+$/);
		expect((await (await served.get("/api/stats")).json()).overall.totalRequests).toBe(5);
		for (const [path, count] of [
			["models", 2],
			["folders", 1],
			["timeseries", 1],
		] as const) {
			expect(await (await served.get(`/api/stats/${path}`)).json()).toHaveLength(count);
		}
		expect(await (await served.get("/api/sync")).json()).toMatchObject({ processed: 0, totalMessages: 5 });
		const page = await (await served.get("/")).text();
		expect(page).toContain("<title>omp stats</title>");
		expect((await served.get("/api/stats", { headers: { host: "evil.example" } })).status).toBe(403);
		const sockets = await Bun.file(`/proc/${served.child.pid}/net/tcp`)
			.text()
			.catch(() => "");
		const port = Number(served.url.split(":").at(-1)).toString(16).toUpperCase().padStart(4, "0");
		if (sockets !== "") expect(sockets).toContain(`0100007F:${port}`);
		served.child.kill("SIGINT");
		expect(await served.child.exited).toBe(130);
	},
	60_000,
);

test("omp stats: a damaged database is made again, and a port that is taken is named", async () => {
	await using omp = await ompProject({ replies: [text("Hi.", used(10, 1))] });
	await omp.run(["-p", "hi"]);
	await omp.home.write(".omp/stats.db", "this is no database at all, not even a little");
	expect((await statsOf(omp)).overall.totalRequests).toBe(1);
	using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("") });
	const { exitCode, stderr } = await omp.run(["stats", "-p", String(taken.port)]);
	expect([exitCode, stderr]).toEqual([
		1,
		expect.stringContaining(`Port ${taken.port} is in use by another program. Choose another one with -p`),
	]);
}, 30_000);

test("omp stats: --range limits what is printed", async () => {
	await using omp = await ompProject();
	const { files, counted } = sampleAndRequests(80, Date.now());
	for (const { path, text: log } of files) await omp.home.write(`.omp/agent/sessions/${path}`, log);
	const printed = async (...args: string[]) => (await omp.run(["stats", ...args])).stdout;
	const all = JSON.parse(await printed("-j"));
	expect(all.overall.totalRequests).toBe(counted.length);
	expect(JSON.parse(await printed("-j", "--range", "90d"))).toEqual(all);
	expect(await printed("-s", "--range", "30d")).toContain("Cost a day");
	await using idle = await ompProject();
	expect((await idle.run(["stats", "-s", "-r", "7d"])).stdout).toBe("No requests in the last 7d.\n");
	const refused = await idle.run(["stats", "-s", "--range", "2w"]);
	expect([refused.exitCode, refused.stderr]).toEqual([
		2,
		expect.stringContaining("--range takes one of 1h, 24h, 7d, 30d, 90d, all, not 2w"),
	]);
	expect((await idle.run(["stats", "--range", "7d"])).stderr).toContain("--range is for -s and -j");
}, 30_000);

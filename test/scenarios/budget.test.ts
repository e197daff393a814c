import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const config = ".omp/agent/config.yml";
/** At $3 and $15 a million: $0.003 + $0.0015. */
const usage = { inputTokens: 1000, outputTokens: 100 };
/** $0.0255 */
const dear = { inputTokens: 1000, outputTokens: 1500 };
const costNanos = 4_500_000;

function query<Row>({ home }: OmpProject, sql: string): Row[] {
	const database = new Database(home.file(".omp/budget/ledger.db"));
	try {
		return database.query<Row, []>(sql).all();
	} finally {
		database.close();
	}
}

const isOpened = ({ home }: OmpProject) => existsSync(home.file(".omp/budget/ledger.db"));

verifies("cli:flag:spend-caps", async () => {
	await using omp = await ompProject({
		replies: ["echo one", "echo two"].map((command) => toolCall("bash", { command }, { usage: dear })),
	});
	// Requests fit with a shorter answer; the third does not.
	const capped = await omp.run(["-p", "--max-cost", "0.06", "--tools", "bash", "--yolo", "work"]);
	expect(capped.exitCode).toBe(3);
	expect(capped.stderr).toStartWith("Budget reached: $0.0510 of");
	expect(capped.stderr).toContain("of $0.0600 used for this run (");
	expect(capped.stderr).toContain('What was done is saved. To continue: omp -c --max-cost 0.12 -p "continue"');
	const limits = omp.model.requests.map((request) => request.max_tokens);
	expect(limits.every((limit) => Number(limit) < 8192 && Number(limit) >= 1024)).toBe(true);
	expect(limits).toHaveLength(2);

	// The run goes on where it stopped.
	omp.model.script(text("Done.", { usage }));
	const more = await omp.run(["-c", "--max-cost", "2", "-p", "continue"]);
	expect(more).toMatchObject({ exitCode: 0, stdout: "Done.\n", stderr: "" });

	const tokens = await omp.run(["-p", "--token-budget", "500", "hi"]);
	expect(tokens.exitCode).toBe(3);
	expect(tokens.stderr).toContain("Budget reached: 0 of 500 tokens used for this run");
	const json = await omp.run(["-p", "--mode", "json", "--max-cost", "0.0001", "hi"]);
	expect(json.exitCode).toBe(3);
	expect(json.stdout).toContain('"errorMessage":"Budget reached: $0.00 of $0.000100 used for this run');
	for (const [flag, value] of [
		["--max-cost", "0"],
		["--max-cost", "cheap"],
		["--token-budget", "-5"],
		["--token-budget", "1.5g"],
	] as const) {
		const { exitCode, stderr } = await omp.run(["-p", flag, value, "hi"]);
		expect([exitCode, stderr.split("; ")[1]]).toEqual([2, `got "${value}"\n`]);
	}
});

verifies("settings:budget:day-cap", async () => {
	await using omp = await ompProject({ replies: [text("One.", { usage }), text("Two.", { usage })] });
	expect(await omp.run(["-p", "hi"])).toMatchObject({ stdout: "One.\n", exitCode: 0 });
	// Without a cap the database is not even made.
	expect(isOpened(omp)).toBe(false);
	await omp.home.write(config, "budget: { day: { requests: 2 } }\n");
	expect(await omp.run(["-p", "hi"])).toMatchObject({ stdout: "Two.\n", exitCode: 0 });
	const third = await omp.run(["-p", "hi"]);
	expect(third.exitCode).toBe(3);
	expect(third.stderr).toBe(
		`Budget reached: 2 of 2 requests used for today ($0.0090, 2.2K tokens). What was done is saved. To continue: omp config set budget.day.requests 4, then omp -c -p "continue"\n`,
	);
	expect(omp.model.requests).toHaveLength(2);
	expect(query(omp, "SELECT source, nanos, outcome FROM spend ORDER BY at")).toEqual([
		{ source: "agent", nanos: costNanos, outcome: "exact" },
		{ source: "agent", nanos: costNanos, outcome: "exact" },
	]);
});

verifies("settings:budget:project-tightens", async () => {
	await using omp = await ompProject({
		files: { ".omp/config.yml": "budget: { session: { requests: 0 }, day: { requests: 1 } }\n" },
	});
	await omp.home.write(config, "budget: { session: { requests: 1 } }\n");
	omp.model.script(toolCall("bash", { command: "true" }, { usage }), text("Two.", { usage }));
	const first = await omp.run(["-p", "--yolo", "--tools", "bash", "hi"]);
	expect([first.exitCode, first.stderr]).toEqual([3, expect.stringContaining("1 of 1 request used for this session")]);
	const second = await omp.run(["-p", "hi"]);
	expect([second.exitCode, second.stderr]).toEqual([3, expect.stringContaining("1 of 1 request used for today")]);
});

verifies("settings:budget:ledger", async () => {
	await using omp = await ompProject({ replies: [failure(529, "Overloaded"), text("Done.", { usage })] });
	await omp.home.write(config, "retry: { baseDelayMs: 1 }\n");
	expect(await omp.run(["-p", "hi"])).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
	const shown = await omp.run(["-c", "-p", "/usage"]);
	expect(shown.stdout).toContain("Spent in this session\n");
	expect(shown.stdout).toMatch(/retry +\$0\.0045 +1\.1K tokens +1 request\n/);
	expect(shown.stdout).toMatch(/agent +\$0\.00 +0 tokens +1 request\n/);
	expect(shown.stdout).toMatch(/acme\/a-1 +\$0\.0045 +1\.1K tokens +2 requests/);
});

verifies("settings:budget:killed", async () => {
	await using omp = await ompProject({ replies: [stalled(text("Never.")), text("Two.", { usage })] });
	await omp.home.write(config, "budget: { day: { usd: 5 } }\n");
	const child = Bun.spawn([...omp.command, "-p", "hi"], {
		cwd: omp.path,
		env: omp.env,
		stdout: "ignore",
		stderr: "ignore",
	});
	await until(() => omp.model.requests.length === 1);
	child.kill("SIGKILL");
	await child.exited;
	expect(query(omp, "SELECT count(*) AS held FROM held")).toEqual([{ held: 1 }]);
	expect(await omp.run(["-p", "hi"])).toMatchObject({ stdout: "Two.\n", exitCode: 0 });
	expect(query(omp, "SELECT count(*) AS held FROM held")).toEqual([{ held: 0 }]);
	const rows = query<{ outcome: string; nanos: number }>(omp, "SELECT outcome, nanos FROM spend ORDER BY at");
	expect(rows.map(({ outcome }) => outcome)).toEqual(["killed", "exact"]);
	// All that it can have cost counts, and nothing stays reserved.
	const [day] = query<{ nanos: number; heldNanos: number }>(
		omp,
		"SELECT nanos, heldNanos FROM account WHERE key GLOB 'day:*'",
	);
	expect(day).toEqual({ nanos: rows.reduce((sum, { nanos }) => sum + nanos, 0), heldNanos: 0 });
});

test("omps that race for one cap never exceed it together", async () => {
	await using omp = await ompProject({ replies: Array.from({ length: 12 }, () => text("Hi.", { usage })) });
	await omp.home.write(config, "budget: { day: { requests: 5 } }\n");
	const runs = await Promise.all(Array.from({ length: 8 }, () => omp.run(["-p", "--no-session", "hi"])));
	expect(runs.map(({ exitCode }) => exitCode).sort()).toEqual([0, 0, 0, 0, 0, 3, 3, 3]);
	expect(omp.model.requests).toHaveLength(5);
});

test("a damaged ledger is put aside and said, and a cap goes on from zero", async () => {
	await using omp = await ompProject({ replies: [text("Hi.", { usage })] });
	await omp.home.write(config, "budget: { day: { requests: 5 } }\n");
	await omp.home.write(".omp/budget/ledger.db", "this is not a database, whatever its name says".repeat(100));
	const run = await omp.run(["-p", "hi"]);
	expect([run.exitCode, run.stderr]).toEqual([
		0,
		expect.stringContaining("The spending ledger was damaged and starts anew"),
	]);
});

test("a ledger that cannot be opened stops a day cap, and leaves a cap of the run in force", async () => {
	await using omp = await ompProject({ replies: [text("Hi.", { usage })] });
	await omp.home.write(".omp/budget", "a file where the folder should be");
	const run = await omp.run(["-p", "--max-cost", "3", "hi"]);
	expect([run.exitCode, run.stdout, run.stderr]).toEqual([
		0,
		"Hi.\n",
		expect.stringContaining("Caps count this run only"),
	]);
	await omp.home.write(config, "budget: { day: { usd: 5 } }\n");
	const refused = await omp.run(["-p", "hi"]);
	expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining("so no cap can be kept")]);
});

test("requests that an extension makes by itself are counted and capped", async () => {
	const extension = `import { complete } from "@oh-my-pi/pi-ai";
		import { writeFileSync } from "node:fs";
		export default (pi) => pi.registerCommand("spend", { handler: async (args, ctx) => {
			const messages = [{ role: "user", content: "hi", timestamp: 0 }];
			const replies = [];
			for (let count = 0; count < 2; count++) {
				const reply = await complete(ctx.model, { messages }, { apiKey: "key" });
				replies.push(reply.errorMessage ?? "answered");
			}
			writeFileSync("replies.json", JSON.stringify(replies));
		} });`;
	await using omp = await ompProject({ files: { "spend.ts": extension }, replies: [text("One.", { usage })] });
	await omp.home.write(config, "budget: { session: { requests: 1 } }\n");
	const run = await omp.run(["-p", "-e", omp.files.file("spend.ts"), "/spend"]);
	expect(run).toMatchObject({ exitCode: 0, stderr: "" });
	expect(JSON.parse(await omp.files.read("replies.json"))).toEqual([
		"answered",
		"Budget reached: 1 of 1 request used for this session ($0.0045, 1.1K tokens).",
	]);
	expect(query(omp, "SELECT source FROM spend")).toEqual([{ source: "helper" }]);
});

test("a cell reads the token budget of its session", async () => {
	const code = "console.log(await budget.total, (await budget.spent()) > 0, (await budget.remaining()) < 300000)";
	await using omp = await ompProject({
		replies: [toolCall("eval", { cells: [{ language: "js", code }] }, { usage }), text("Done.", { usage })],
	});
	const run = await omp.run(["-p", "--yolo", "--token-budget", "300k", "hi"]);
	expect(run).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
	expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("300000 true true");
});

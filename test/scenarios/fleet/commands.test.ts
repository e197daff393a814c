import { expect, test } from "bun:test";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Body, conversationText, fleetProject, hasResult, writesFile } from "./fleet-project.ts";

verifies(
	"fleet:plan:what-and-cost",
	async () => {
		await using project = await fleetProject();
		await project.batch({
			name: "notes",
			limits: { usd: 3 },
			tasks: [
				{ prompt: "Write notes", repository: "/srv/a" },
				{ prompt: "Write more", repository: "https://git.example/b.git", check: "make test", deliver: "branch" },
			],
		});
		const { stdout, exitCode } = await project.fleet("plan", "batch.yml");
		expect([stdout, exitCode]).toEqual([
			`notes: 2 tasks
  Repositories  2 (1 folder, which must be there on the worker)
  Models        acme/a-1
  Deliver       patch (1), branch (1)
  Check         none (1), make test (1)
  Limits        $5.00 a task, $3.00 for the batch
  Cost          at most $3.00, the cap of the batch (2 tasks with caps of $10.00 together)

  a#1  /srv/a                     Write notes
  b#2  https://git.example/b.git  Write more
`,
			0,
		]);
		expect(await project.json("plan", "batch.yml")).toMatchObject({ name: "notes", count: 2, cost: { maxUsd: 3 } });
		await project.batch({ defaults: {}, tasks: [{ prompt: "x", repository: "/srv/a" }] });
		expect((await project.fleet("plan", "batch.yml")).stdout).toContain(
			"NO CAP: no task has one, and the batch has none. Set limits.usd",
		);
		expect((await project.json("status")).batches).toEqual([]);
		expect(project.omp.model.requests).toEqual([]);
	},
	60_000,
);

verifies(
	"fleet:plan:strict",
	async () => {
		await using project = await fleetProject({
			files: {
				"batch.yml": "tasks:\n  - prompt: a\n    repositry: /r\n",
				"rows.yml": 'template:\n  prompt: "{{what}}"\n  repository: "{{url}}"\nrows: rows.csv\n',
				"rows.csv": 'url,what\n/a,x\n"/b\n",\n',
			},
		});
		expect(await project.fleet("plan", "batch.yml")).toMatchObject({
			exitCode: 1,
			stderr: 'Error: batch.yml:3: unknown key "repositry". Did you mean "repository"?\n',
		});
		expect(await project.fleet("run", "rows.yml", "--yes")).toMatchObject({
			exitCode: 1,
			stderr:
				'Error: rows.csv: row 2 (line 3), column "what": no value, and prompt needs one (write {{what?}} if it may be empty)\n',
		});
		expect((await project.json("status")).batches).toEqual([]);
		expect((await project.fleet("plan")).exitCode).toBe(2);
		expect(await project.fleet("paln", "batch.yml")).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('Unknown action "paln"'),
		});
	},
	60_000,
);

verifies(
	"fleet:plan:large-table",
	async () => {
		const rows = Array.from({ length: 100_000 }, (_, index) => `/srv/${index},"one\n""${index}"""\n`);
		await using project = await fleetProject({
			files: {
				"batch.yml":
					'template: { prompt: "Say {{what}}", repository: "{{url}}", limits: { usd: 1 } }\nrows: rows.csv\n',
				"rows.csv": `url,what\n${rows.join("")}`,
			},
		});
		expect((await project.fleet("plan", "batch.yml")).stdout).toContain("batch: 100,000 tasks\n");
		expect(await project.json("submit", "batch.yml", "--yes")).toMatchObject({ tasks: 100_000 });
		const { total, tasks } = await project.json("list", "--limit", "2", "--text", "/srv/99999");
		expect([total, tasks[0].name, tasks[0].spec.prompt]).toEqual([1, "99999#100000", 'Say one\n"99999"']);
	},
	120_000,
);

verifies(
	"fleet:start:asks-first",
	async () => {
		await using project = await fleetProject();
		await project.batch({ defaults: {}, tasks: [{ prompt: "x", repository: "/srv/a" }] });
		for (const action of ["run", "submit"]) {
			expect(await project.fleet(action, "batch.yml")).toMatchObject({
				exitCode: 1,
				stderr: expect.stringContaining("no cap on what it costs: no task has one, and the batch has none"),
			});
		}
		await project.batch({ tasks: Array.from({ length: 21 }, () => ({ prompt: "x", repository: "/srv/a" })) });
		expect((await project.fleet("submit", "batch.yml")).stderr).toContain(
			"21 tasks, which is more than 20 (fleet.confirmAbove)",
		);
		expect((await project.json("status")).batches).toEqual([]);
		expect(await project.json("submit", "batch.yml", "--yes")).toMatchObject({ tasks: 21 });
	},
	60_000,
);

verifies(
	"fleet:run:one-machine",
	async () => {
		await using project = await fleetProject({ otherwise: writesFile("notes.txt", "hello\n") });
		const repositories = await Promise.all([project.repository(), project.repository(), project.repository()]);
		await project.batch({
			name: "notes",
			tasks: repositories.map(({ path }, index) => ({
				name: `repo ${index}`,
				prompt: "Write notes.txt",
				repository: path,
				check: "grep hello notes.txt",
			})),
		});
		const { stdout, stderr, exitCode } = await project.fleet("run", "batch.yml", "--workers", "2");
		expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/notes: 3 tasks done, \$0\.\d\d\n$/)]);
		expect(stdout).toMatch(/^repo 0: started$/m);
		expect(stdout).toMatch(/^repo 2: done after \d+s$/m);
		expect(stderr).toMatch(/Report: omp fleet report \w{26}\n$/);
		// The folders themselves are as they were.
		for (const repository of repositories) expect(await repository.git("status", "--short")).toBe("");
		const done = await project.json("run", "batch.yml");
		expect([done.exitCode, done.counts.done, done.tasks.map((task: Body) => task.state)]).toEqual([
			0,
			3,
			["done", "done", "done"],
		]);
	},
	120_000,
);

verifies(
	"fleet:run:some-failed",
	async () => {
		await using project = await fleetProject({ otherwise: () => text("Nothing to do.") });
		const { path } = await project.repository();
		await project.batch({
			tasks: [
				{ name: "fine", prompt: "x", repository: path },
				{ name: "no ref", prompt: "x", repository: path, ref: "nowhere" },
				{ name: "gone", prompt: "x", repository: "/nowhere/at/all" },
			],
		});
		const { exitCode, stdout } = await project.fleet("run", "batch.yml");
		expect(exitCode).toBe(1);
		expect(stdout).toMatch(
			/batch: 1 task done, 2 failed, \$0\.00\n {2}no ref: repository: .*nowhere.*\n {2}gone: repository: .*\n$/,
		);
	},
	60_000,
);

verifies(
	"fleet:run:budget",
	async () => {
		await using project = await fleetProject({
			otherwise: () => text("Well.", { usage: { inputTokens: 20_000, outputTokens: 2000 } }),
		});
		const { path } = await project.repository();
		await project.batch({
			limits: { usd: 0.3 },
			tasks: Array.from({ length: 8 }, () => ({ prompt: "x", repository: path })),
		});
		const { exitCode, stdout } = await project.fleet("run", "batch.yml", "--workers", "1");
		expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/limit: .*limit of \$0\.3 of the batch is spent/)]);
		const { batches } = await project.json("status");
		expect(batches[0].counts.usd).toBeLessThanOrEqual(0.3);
		expect(batches[0].counts.done).toBeGreaterThan(0);
	},
	60_000,
);

verifies(
	"fleet:check:goes-back",
	async () => {
		const fixes = (body: Body) => {
			const said = conversationText(body);
			if (said.includes("PLEASE BE RIGHT") && !said.includes("right\\n"))
				return toolCall("write", { i: "Fixing", path: "a.txt", content: "right\n" });
			return hasResult(body) ? text("Done.") : toolCall("write", { i: "Writing", path: "a.txt", content: "wrong\n" });
		};
		await using project = await fleetProject({ otherwise: fixes });
		const { path } = await project.repository();
		await project.batch({
			tasks: [
				{
					name: "learns",
					prompt: "x",
					repository: path,
					check: "grep -q right a.txt || { echo PLEASE BE RIGHT; exit 3; }",
				},
				{ name: "never", prompt: "x", repository: path, check: "echo NEVER; exit 4", checkRounds: 1 },
			],
		});
		expect((await project.fleet("run", "batch.yml", "--workers", "1")).exitCode).toBe(1);
		const learned = await project.json("show", "learns");
		expect([learned.state, learned.result.files]).toEqual(["done", { changed: 1, added: 1, removed: 1 }]);
		const never = await project.json("show", "never");
		expect(never).toMatchObject({
			state: "failed",
			result: { reason: "check", check: { exitCode: 4 }, patch: { bytes: expect.any(Number) } },
		});
		const page = await project.fleet("report", "-o", "-");
		expect(page.stdout).toContain("NEVER");
		expect(page.stdout).toContain("+wrong");
	},
	60_000,
);

verifies(
	"fleet:look:status-list-show",
	async () => {
		await using project = await fleetProject({ otherwise: () => text("All fine.") });
		const { path } = await project.repository();
		await project.batch({
			name: "looks",
			tasks: [
				...Array.from({ length: 3 }, (_, index) => ({ name: `fine ${index}`, prompt: "Do it", repository: path })),
				{ name: "bad", prompt: "x", repository: path, ref: "nowhere" },
			],
		});
		await project.fleet("run", "batch.yml");
		const { stdout: id } = await project.fleet("submit", "batch.yml");
		const { stdout } = await project.fleet("status");
		expect(stdout).toMatch(
			/^\w{26} {2}looks {2}3\/4 done {2}1 failed +\$0\.00\n\w{26} {2}looks {2}0\/4 done {2}4 queued +\$0\.00\n\nNo workers\.\n$/,
		);
		expect((await project.fleet("status", id.trim().slice(0, 6))).exitCode).toBe(1);
		expect((await project.fleet("status", id.trim())).stdout).toContain("4 queued");
		const failed = await project.fleet("list", "--state", "failed");
		expect(failed.stdout).toMatch(/^\w{26}-0003 {2}bad {2}failed +0s +repository: .*nowhere.*\n$/);
		const first = await project.json("list", "--limit", "5");
		const second = await project.json("list", "--after", first.next);
		expect([first.total, first.tasks.length, second.tasks.length, second.next]).toEqual([8, 5, 3, null]);
		expect((await project.json("list", "--reason", "repository")).tasks).toHaveLength(1);
		const shown = await project.fleet("show", `${first.tasks[0].id}`);
		expect(shown.stdout).toMatch(
			/^Task +fine 0 \(.*\)\nState +done\nRepository +.*\nModel +acme\/a-1\nLimits +\$5\.00\nDeliver +patch\nUsed +1 turn, \d+ tokens, \$0\.00, \d+s\n/,
		);
		expect(shown.stdout).toContain("\nPrompt\n  Do it\n\nSummary\n  All fine.\n");
		expect(await project.fleet("show", "nothing")).toMatchObject({
			exitCode: 1,
			stderr: 'Error: There is no task "nothing". See: omp fleet list\n',
		});
	},
	60_000,
);

verifies(
	"fleet:look:logs",
	async () => {
		await using project = await fleetProject({ otherwise: writesFile("b.txt", "\u001b]0;title\u0007\n") });
		const { path } = await project.repository();
		await project.batch({ tasks: [{ name: "logged", prompt: "Write it", repository: path }] });
		await using run = project.start("run", "batch.yml");
		await run.exited;
		const { stdout, stderr } = await project.fleet("logs", "logged", "-f");
		expect(stdout).toMatch(/^> Write it\n● write path: b\.txt, content: .*\n {2}.*\nDone\.\n$/s);
		expect(stderr).toMatch(/^logged: done, 1 file \+1 −0\n$/);
		const lines = (await project.fleet("logs", "logged", "--json")).stdout.trimEnd().split("\n");
		expect(JSON.parse(lines[0] ?? "")).toMatchObject({ type: expect.any(String) });
		expect(lines.filter((line) => JSON.parse(line).type === "message").length).toBe(4);
	},
	60_000,
);

verifies(
	"fleet:change:cancel-pause-retry",
	async () => {
		await using project = await fleetProject({ otherwise: () => text("Done.") });
		const { path } = await project.repository();
		await project.batch({
			name: "change",
			tasks: ["one", "two", "three"].map((name) => ({ name, prompt: "x", repository: path })),
		});
		const { batch } = await project.json("submit", "batch.yml");
		expect((await project.fleet("cancel", "two")).stdout).toBe("1 task cancelled\n");
		expect((await project.fleet("pause", "change")).stdout).toBe("2 tasks paused\n");
		expect((await project.fleet("worker", "--until-idle")).exitCode).toBe(0);
		const states = async () =>
			(await project.json("list", batch)).tasks.map(({ name, state }: Body) => `${name} ${state}`);
		expect(await states()).toEqual(["one queued", "two cancelled", "three queued"]);
		expect((await project.json("resume", batch)).tasks).toBe(2);
		expect((await project.json("retry", "--state", "cancelled", "--all")).tasks).toBe(1);
		expect((await project.fleet("worker", "--until-idle")).exitCode).toBe(0);
		expect(await states()).toEqual(["one done", "two done", "three done"]);
		expect(await project.fleet("retry", batch)).toMatchObject({
			exitCode: 1,
			stderr: "Error: There was nothing to retry\n",
		});
		expect((await project.fleet("cancel")).exitCode).toBe(2);
	},
	60_000,
);

verifies(
	"fleet:results:json",
	async () => {
		await using project = await fleetProject({
			otherwise: (body) => (hasResult(body) ? text("Done.") : toolCall("submit_answer", { files: 3 })),
		});
		const { path } = await project.repository();
		const schema = {
			type: "object",
			properties: { files: { type: "number" } },
			required: ["files"],
			additionalProperties: false,
		};
		await project.batch({
			tasks: [{ name: "counts", prompt: "How many?", repository: path, deliver: { json: schema } }],
		});
		expect((await project.fleet("run", "batch.yml")).exitCode).toBe(0);
		expect((await project.json("results")).tasks).toMatchObject([{ name: "counts", result: { json: { files: 3 } } }]);
	},
	60_000,
);

verifies(
	"fleet:gc:old-tasks",
	async () => {
		await using project = await fleetProject({ otherwise: writesFile("b.txt", "b\n") });
		const { path } = await project.repository();
		await project.batch({ tasks: [{ name: "old", prompt: "x", repository: path }] });
		await project.fleet("run", "batch.yml");
		await project.batch({ name: "young", tasks: [{ name: "waits", prompt: "x", repository: path }] });
		await project.fleet("submit", "batch.yml");
		expect((await project.json("gc")).tasks).toBe(0);
		const removed = await project.json("gc", "--older-than", "0m");
		expect([removed.tasks, removed.objects > 0]).toEqual([1, true]);
		expect((await project.json("list")).tasks.map(({ name }: Body) => name)).toEqual(["waits"]);
		expect((await project.fleet("gc", "--older-than", "soon")).exitCode).toBe(2);
	},
	60_000,
);

verifies(
	"fleet:safety:no-password",
	async () => {
		await using project = await fleetProject();
		const queue = "postgres://ada:pa55word@127.0.0.1:1/fleet";
		const { stdout, stderr: told, exitCode } = await project.fleet("status", "--queue", queue);
		expect([exitCode, stdout + told]).toEqual([1, expect.not.stringContaining("pa55word")]);
		expect(told).toContain("127.0.0.1");
		await project.omp.home.write(".omp/agent/config.yml", `fleet:\n  queue: ${queue}\n`);
		const listed = await project.omp.run(["config", "list"]);
		expect(listed.stdout + listed.stderr).not.toContain("pa55word");
		const { stderr } = await project.fleet("list", "--queue", "mysql://ada:pa55word@db/fleet");
		expect(stderr).toStartWith("Error: ");
		expect(stderr).not.toContain("pa55word");
	},
	60_000,
);

test("omp fleet: help, and shell completions know its actions and flags", async () => {
	await using project = await fleetProject();
	const { stdout, exitCode } = await project.fleet("--help");
	expect([stdout.startsWith("USAGE\n  omp fleet plan FILE"), exitCode]).toEqual([true, 0]);
	const completions = (await project.omp.run(["completions", "bash"])).stdout;
	for (const word of ["fleet", "until-idle", "attach", "from-start"]) expect(completions).toContain(word);
}, 60_000);

import { expect } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { delivered, type Gate, gate, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import {
	type Body,
	conversationText,
	type FleetProject,
	fleetProject,
	hasResult,
	writesFile,
} from "./fleet-project.ts";

/** A model that works for two turns and is held in the second until the gate opens. */
function twoTurns(held: Gate): (body: Body) => Reply {
	return (body) => {
		const said = conversationText(body);
		if (!hasResult(body)) return toolCall("write", { i: "One", path: "one.txt", content: "1\n" });
		if (!said.includes("two.txt"))
			return delivered(toolCall("write", { i: "Two", path: "two.txt", content: "2\n" }), {
				hold: { afterChunks: 0, gate: held },
			});
		return text("Done.");
	};
}

const left = (project: FleetProject) => readdir(join(project.fleetDir, "work"), { recursive: false }).catch(() => []);

async function holdInSecondTurn(project: FleetProject, ...command: string[]) {
	const started = project.start(...command);
	await until(
		async () => (await project.json("list")).tasks[0]?.progress.turns === 1 && project.omp.model.requests.length === 2,
		{
			everyMs: 100,
			describe: () => `the second turn; the output was ${started.output()}`,
		},
	);
	return started;
}

async function twoTurnProject() {
	const held = gate();
	const project = await fleetProject({ otherwise: twoTurns(held) });
	const { path } = await project.repository();
	await project.batch({ tasks: [{ name: "held", prompt: "x", repository: path }] });
	return { held, project };
}

verifies(
	"fleet:run:interrupted",
	async () => {
		const { held, project } = await twoTurnProject();
		await using _project = project;
		await using run = await holdInSecondTurn(project, "run", "batch.yml");
		run.kill("SIGINT");
		await until(() => run.output().includes("Stopping"));
		held.open();
		expect(await run.exited).toBe(130);
		const [, again = ""] = /Continue: omp fleet run --batch (\w+)\n$/.exec(run.output()) ?? [];
		const { tasks } = await project.json("list");
		expect(tasks[0]).toMatchObject({ state: "queued", losses: 0, progress: { turns: 2 } });
		expect(await left(project)).toEqual([]);
		expect((await project.fleet("run", "--batch", again)).exitCode).toBe(0);
		// Two turns before, and only the last one after: nothing is paid for twice.
		expect(project.omp.model.requests.length).toBe(3);
		expect((await project.json("results")).tasks[0].result.files).toEqual({ changed: 2, added: 2, removed: 0 });
	},
	90_000,
);

verifies(
	"fleet:run:second-signal",
	async () => {
		const { held, project } = await twoTurnProject();
		await using _project = project;
		await using run = await holdInSecondTurn(project, "run", "batch.yml");
		run.kill("SIGINT");
		await until(() => run.output().includes("Stopping"));
		run.kill("SIGINT");
		expect(await run.exited).toBe(130);
		held.open();
		const { batches } = await project.json("status");
		expect((await project.fleet("run", "--batch", batches[0].id)).exitCode).toBe(0);
		expect((await project.json("list")).tasks[0]).toMatchObject({ state: "done", progress: { turns: 3 } });
		expect(await left(project)).toEqual([]);
	},
	90_000,
);

verifies(
	"fleet:worker:submitted",
	async () => {
		await using project = await fleetProject({
			files: { "guide/style.md": "Use tabs.\n" },
			otherwise: (body) => {
				if (conversationText(body).includes("Use tabs.")) return text("Tabs, then.");
				return hasResult(body) ? text("No guide.") : toolCall("read", { i: "Reading", path: "docs/style.md" });
			},
		});
		const { path } = await project.repository();
		await project.batch({
			tasks: [{ name: "guided", prompt: "x", repository: path, files: [{ from: "guide", to: "docs" }] }],
		});
		const { stdout, stderr } = await project.fleet("submit", "batch.yml");
		expect([stdout, stderr]).toEqual([
			expect.stringMatching(/^\w{26}\n$/),
			expect.stringMatching(
				/^batch: 1 task in the queue\. Cost: at most \$5\.00: .*\nWatch: omp fleet status \w+ --watch\n$/,
			),
		]);
		await using worker = project.start("worker", "--slots", "1", "--json");
		await until(async () => (await project.json("list", "--state", "done")).total === 1, {
			everyMs: 100,
			describe: () => worker.output(),
		});
		expect((await project.json("show", "guided")).result.summary).toBe("Tabs, then.");
		const events = worker
			.output()
			.split("\n")
			.filter((line) => line.startsWith("{"))
			.map((line) => JSON.parse(line));
		expect(events.at(-1)).toMatchObject({ type: "task_end", state: "done" });
		expect((await project.fleet("status")).stdout).toMatch(/0 of 1 slot {2}omp /);
		worker.kill("SIGTERM");
		expect(await worker.exited).toBe(0);
		expect((await project.fleet("status")).stdout).toContain("No workers.");
	},
	60_000,
);

verifies(
	"fleet:worker:drains",
	async () => {
		const { held, project } = await twoTurnProject();
		await using _project = project;
		await project.fleet("submit", "batch.yml");
		await using worker = await holdInSecondTurn(project, "worker");
		worker.kill("SIGTERM");
		await until(() => worker.output().includes("Draining"));
		held.open();
		expect(await worker.exited).toBe(0);
		expect((await project.json("list")).tasks[0]).toMatchObject({ state: "queued", losses: 0, progress: { turns: 2 } });
		expect(await left(project)).toEqual([]);
	},
	60_000,
);

verifies(
	"fleet:worker:killed",
	async () => {
		const { held, project } = await twoTurnProject();
		await using _project = project;
		await project.fleet("submit", "batch.yml");
		await using worker = await holdInSecondTurn(project, "worker");
		worker.kill("SIGKILL");
		await worker.exited;
		held.open();
		expect((await project.fleet("worker", "--until-idle")).exitCode).toBe(0);
		expect((await project.json("list")).tasks[0]).toMatchObject({ state: "done", losses: 1, progress: { turns: 3 } });
		// The first turn once, the second one twice, since it was under way, and the last one.
		expect(project.omp.model.requests.length).toBe(4);
		expect(await left(project)).toEqual([]);
	},
	60_000,
);

verifies(
	"fleet:safety:own-configuration",
	async () => {
		await using project = await fleetProject({ otherwise: writesFile("b.txt", "b\n") });
		await project.omp.home.write(".omp/agent/AGENTS.md", "USER-RULE: sing.\n");
		await project.omp.home.write(".omp/agent/config.yml", "theme:\n  dark: none\n");
		const hook = { hooks: { SessionStart: [{ hooks: [{ type: "command", command: "touch HOOKED" }] }] } };
		const { path } = await project.repository({ "a.txt": "a\n", ".claude/settings.json": JSON.stringify(hook) });
		await project.batch({ tasks: [{ prompt: "x", repository: path, check: "test ! -e HOOKED" }] });
		expect((await project.fleet("run", "batch.yml")).exitCode).toBe(0);
		expect(JSON.stringify(project.omp.model.requests)).not.toContain("USER-RULE");
	},
	60_000,
);

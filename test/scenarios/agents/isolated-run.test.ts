import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";

const isolatedTask = toolCall("task", {
	i: "Delegating",
	context: "Fix it.",
	tasks: [{ name: "Worker", task: "Work", isolated: true }],
});

test("an omp that is killed while an isolated sub-agent works leaves the tree alone, and its copy is removed later", async () => {
	await using omp = await ompProject({ files: { "a.txt": "a\n", ".gitignore": "*.log\n" } });
	await omp.files.git("init", "-q", "-b", "main");
	await omp.files.git("add", "-A");
	await omp.files.git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first");
	await omp.home.write(".omp/agent/config.yml", "task: { isolation: { mode: rcopy } }\nasync: { enabled: false }\n");
	const change = toolCall("bash", { i: "Changing", command: "echo theirs > a.txt; echo new > new.txt" });
	omp.model.script(isolatedTask, change, stalled(text("Never.")));
	const parent = Bun.spawn([...omp.command, "-p", "--yolo", "go"], {
		cwd: omp.path,
		env: omp.env,
		stdout: "ignore",
		stderr: "ignore",
	});
	await until(() => omp.model.requests.length === 3);
	const list = async () => JSON.parse((await omp.run(["worktree", "-j"])).stdout).worktrees;
	expect(await list()).toMatchObject([{ id: "Worker", state: "in use", repository: omp.path }]);
	parent.kill("SIGKILL");
	await parent.exited;
	expect(await omp.files.git("status", "--porcelain")).toBe("");
	expect(await omp.files.read("a.txt")).toBe("a\n");
	const [left] = await list();
	expect(left).toMatchObject({ id: "Worker", state: "dead" });
	// The next isolated sub-agent removes it, and its own result arrives.
	const yields = toolCall("yield", { result: { data: "done" } });
	omp.model.script(isolatedTask, change, yields, text("Done."));
	const next = await omp.run(["-p", "--yolo", "again"]);
	expect([next.stdout, next.exitCode]).toEqual(["Done.\n", 0]);
	expect([await omp.files.read("a.txt"), await omp.files.read("new.txt")]).toEqual(["theirs\n", "new\n"]);
	expect(existsSync(left.path)).toBe(false);
	expect(await list()).toEqual([]);
}, 60_000);

test("with merge branch and commits ai the result is a commit whose message a model wrote", async () => {
	await using omp = await ompProject({ files: { "a.txt": "a\n" } });
	await omp.files.git("init", "-q", "-b", "main");
	await omp.files.git("config", "user.name", "T");
	await omp.files.git("config", "user.email", "t@example.org");
	await omp.files.git("add", "-A");
	await omp.files.git("commit", "-qm", "first");
	const isolation = "task: { isolation: { mode: auto, merge: branch, commits: ai } }";
	await omp.home.write(".omp/agent/config.yml", `${isolation}\nasync: { enabled: false }\n`);
	const change = toolCall("bash", { i: "Changing", command: "echo theirs > a.txt" });
	const yields = toolCall("yield", { result: { data: "done" } });
	omp.model.script(isolatedTask, change, yields, text("```\nRewrite a.txt\n\nIt was too short.\n```"), text("Done."));
	const run = await omp.run(["-p", "--yolo", "go"]);
	expect([run.stdout, run.exitCode]).toEqual(["Done.\n", 0]);
	expect(await omp.files.git("log", "-1", "--format=%B")).toBe("Rewrite a.txt\n\nIt was too short.\n\n");
	expect(await omp.files.git("status", "--porcelain")).toBe("");
	expect(JSON.stringify(omp.model.requests[3])).toContain("+theirs");
	// A message that cannot be used is replaced by the id.
	omp.model.script(isolatedTask, toolCall("bash", { i: "Changing", command: "echo more >> a.txt" }), yields);
	omp.model.script(text(`${"long ".repeat(30)}`), text("Done."));
	expect((await omp.run(["-p", "--yolo", "go"])).exitCode).toBe(0);
	expect(await omp.files.git("log", "-1", "--format=%s")).toBe("Worker\n");
}, 60_000);

test("absolute paths of an isolated sub-agent lead into its copy or are refused, and it knows that it is in one", async () => {
	await using omp = await ompProject({ files: { "a.txt": "a\n", ".gitignore": "node_modules\ndist\n" } });
	await omp.files.git("init", "-q", "-b", "main");
	await omp.files.git("add", "-A");
	await omp.files.git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first");
	await omp.files.write("node_modules/dep/index.js", "module.exports = 42\n");
	await omp.files.write("dist/out.js", "old\n");
	await omp.home.write("notes.txt", "mine\n");
	const settings = "task: { isolation: { mode: rcopy, apply: false } }\nasync: { enabled: false }\n";
	await omp.home.write(".omp/agent/config.yml", settings);
	const i = "Working";
	omp.model.script(
		isolatedTask,
		toolCall("write", { i, path: `${omp.path}/a.txt`, content: "theirs\n" }),
		toolCall("write", { i, path: `${omp.home.path}/notes.txt`, content: "theirs\n" }),
		toolCall("read", { i, path: `${omp.path}/a.txt` }),
		toolCall("bash", { i, command: `echo theirs > ${omp.path}/a.txt` }),
		toolCall("bash", { i, command: `cd ${omp.path} && pwd && cat a.txt node_modules/dep/index.js` }),
		toolCall("eval", { i, cells: [{ language: "js", code: `await Bun.write("${omp.path}/a.txt", "theirs")` }] }),
		toolCall("yield", { result: { data: "done" } }),
		text("Done."),
	);
	const run = await omp.run(["-p", "--yolo", "go"]);
	expect(run.stdout).toBe("Done.\n");
	expect([await omp.files.read("a.txt"), await omp.home.read("notes.txt")]).toEqual(["a\n", "mine\n"]);
	const child = omp.model.requests.filter((request) => JSON.stringify(request.system).includes("You are `Worker`"));
	const results = child.slice(1).map((request) => JSON.stringify((request.messages as unknown[]).at(-1)));
	expect(results[1]).toContain("is outside the copy of the project that you work in");
	expect(results[2]).toContain("theirs");
	expect(results[3]).toContain("which is the user's own project. You work in a copy of it at");
	expect(results[4]).toMatch(/\/wt\/t[0-9a-f]{8}0\/m\\ntheirs\\nmodule\.exports = 42/);
	expect(results[5]).toContain("which is the user's own project");
	const system = JSON.stringify(child[0]?.system);
	expect(system).toContain("You work alone in a copy of the project");
	expect(system).toContain("Copied too: `node_modules/`. Not copied: `dist/`");
}, 60_000);

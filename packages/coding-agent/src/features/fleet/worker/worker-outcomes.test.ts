import { expect, test } from "bun:test";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { findProcesses } from "@oh-my-pi/pi-testkit/find-processes";
import { delivered, failure, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fleetBench, leftFolders } from "./testing/fleet-bench.ts";

const write = (path: string, content: string) => toolCall("write", { path, content });
const outcome = (task: Task | undefined) => ({
	state: task?.state,
	reason: task?.result?.reason,
	message: task?.result?.message,
});
const check = (command: string, more: object = {}) => ({ command, timeoutSeconds: 30, restore: [], ...more });

test("a failing check goes back to the model with its output, and passes then", async () => {
	await using bench = await fleetBench({
		replies: [write("b.txt", "wrong\n"), text("Done."), write("b.txt", "right\n"), text("Fixed.")],
	});
	const [task] = await bench.run(await bench.submit({ check: check("echo we want right; grep -q right b.txt") }));
	expect(outcome(task)).toEqual({ state: "done", reason: undefined, message: "1 file changed." });
	expect(task?.result?.check).toMatchObject({ exitCode: 0, rounds: 1 });
	expect(await bench.text(task?.result?.check?.output)).toBe("we want right\n");
	const third = JSON.stringify(bench.model.requests[2]?.messages);
	expect(third).toContain("the check failed (exit code 1)");
	expect(third).toContain("we want right");
	expect(third).not.toContain("grep");
	expect(await bench.text(task?.result?.patch)).toContain("+right\n");
});

test("a check that fails after the last round fails the task, with all evidence", async () => {
	await using bench = await fleetBench({
		replies: [write("b.txt", "1\n"), text("Done."), text("No idea.")],
	});
	const [task] = await bench.run(await bench.submit({ check: check("echo no; exit 3") }));
	expect(outcome(task)).toEqual({
		state: "failed",
		reason: "check",
		message: "The check still fails after 1 correction (exit code 3)",
	});
	expect(await bench.text(task?.result?.patch)).toContain("b/b.txt");
	expect(await bench.text(task?.result?.check?.output)).toBe("no\n");
	expect(task?.result?.summary).toBe("No idea.");
	expect(task?.progress.log.length).toBe(3);
});

test("what a check is about is put back before it runs, and not part of the change", async () => {
	await using bench = await fleetBench({
		files: { "a.txt": "one\n", "test/a.test": "strict\n" },
		replies: [
			toolCall("bash", { command: "echo loose > test/a.test; echo new > test/b.test; echo two > a.txt" }),
			text("Done."),
		],
	});
	const command = "grep -q strict test/a.test && ! test -e test/b.test && grep -q two a.txt";
	const [task] = await bench.run(await bench.submit({ check: check(command, { restore: ["test/**"] }) }));
	expect(outcome(task)).toEqual({ state: "done", reason: undefined, message: "1 file changed." });
	expect(await bench.text(task?.result?.patch)).not.toContain("test/");
});

test("a check that hangs, and what it has forked, is stopped", async () => {
	await using bench = await fleetBench({ replies: [text("Done.")] });
	const mark = `sleep ${100_000 + Math.floor(process.pid / 10)}.${process.pid % 10}`;
	const command = `setsid ${mark} & (${mark} &) ; echo begun; ${mark}`;
	const spec = { check: check(command, { timeoutSeconds: 1 }), checkRounds: 0 };
	const [task] = await bench.run(await bench.submit(spec));
	expect(outcome(task)).toEqual({
		state: "failed",
		reason: "check",
		message: "The check still fails (It was stopped after 1 seconds.)",
	});
	expect(await bench.text(task?.result?.check?.output)).toBe("begun\n");
	expect(await findProcesses(mark)).toEqual([]);
});

test("an answer that fits a schema is handed in with a tool, and asked for when it is missing", async () => {
	const schema = {
		type: "object",
		properties: { count: { type: "integer" } },
		required: ["count"],
		additionalProperties: false,
	};
	await using bench = await fleetBench({
		replies: [
			text("It is three."),
			toolCall("submit_answer", { count: "many" }),
			toolCall("submit_answer", { count: 3 }),
			text("Handed in."),
		],
	});
	const [task] = await bench.run(await bench.submit({ deliver: { kind: "json", schema } }));
	expect(outcome(task)).toEqual({ state: "done", reason: undefined, message: "Answered." });
	expect(task?.result?.json).toEqual({ count: 3 });
});

test("without an answer the task fails", async () => {
	await using bench = await fleetBench({ otherwise: () => text("No.") });
	const [task] = await bench.run(await bench.submit({ deliver: { kind: "json", schema: { type: "array" } } }));
	expect(outcome(task)).toMatchObject({ state: "failed", reason: "answer" });
	expect(bench.model.requests).toHaveLength(3);
});

test("a commit goes on top of a branch that has moved, or the task says which files conflict", async () => {
	await using bench = await fleetBench({
		files: { "a.txt": "one\n", "b.txt": "b\n" },
		otherwise: () => text("Changed."),
	});
	await using remote = await workspace();
	await remote.git("clone", "--quiet", "--bare", bench.repository.path, remote.file("r.git"));
	const repository = remote.file("r.git");
	const base = (await bench.repository.git("rev-parse", "HEAD")).trim();
	await bench.repository.write("b.txt", "moved\n");
	await bench.repository.git("commit", "--quiet", "--all", "--message=Moved");
	await bench.repository.git("push", "--quiet", repository, "main");
	bench.model.script(write("a.txt", "two\n"), text("Change a"), write("b.txt", "other\n"), text("Change b"));
	const deliver = { kind: "commit", branch: "main" } as const;
	const ids = await bench.submit({ repository, ref: base, deliver }, { repository, ref: base, deliver });
	const [good, bad] = await bench.run(ids, { slots: 1 });
	expect(outcome(good)).toEqual({ state: "done", reason: undefined, message: "1 file changed, on branch main." });
	expect(await bench.repository.git("--git-dir", repository, "log", "--format=%s", "main")).toBe(
		"task 0\nMoved\nStart\n",
	);
	expect(outcome(bad)).toEqual({
		state: "failed",
		reason: "conflict",
		message: "The branch main has moved, and the change does not apply to it any more: b.txt",
	});
	expect(await bench.text(bad?.result?.patch)).toContain("+other\n");
});

test("a branch that somebody else has made is not touched", async () => {
	await using bench = await fleetBench({ replies: [write("b.txt", "two\n"), text("Done.")] });
	await bench.repository.git("branch", "taken");
	const [task] = await bench.run(await bench.submit({ deliver: { kind: "branch", branch: "taken" } }));
	expect(outcome(task)).toEqual({
		state: "failed",
		reason: "delivery",
		message: "The branch taken exists already and is not of this task. Choose another one",
	});
	expect(await bench.repository.git("rev-parse", "taken")).toBe(await bench.repository.git("rev-parse", "main"));
});

test("repositories and refs that are not there, tasks in folders without git: each task says so, the others go on", async () => {
	await using bench = await fleetBench({ otherwise: () => text("Done.") });
	await using plain = await workspace({ "x.txt": "x" });
	await using empty = await workspace();
	await empty.git("init", "--quiet");
	const tasks = await bench.run(
		await bench.submit(
			{ repository: "/no/such/folder" },
			{ ref: "nope" },
			{ repository: "file:///no/such.git" },
			{ repository: plain.path },
			{ repository: empty.path },
			{ repository: "http://127.0.0.1:9/x.git" },
			{},
		),
	);
	expect(tasks.map(outcome)).toEqual([
		{ state: "failed", reason: "repository", message: "There is no folder /no/such/folder on this worker" },
		{
			state: "failed",
			reason: "repository",
			message: `${bench.repository.path} has no branch, tag or commit nope. Check the ref of the task`,
		},
		{ state: "failed", reason: "repository", message: "There is no folder /no/such.git on this worker" },
		{ state: "done", reason: undefined, message: "Nothing had to be changed." },
		{ state: "failed", reason: "repository", message: `${empty.path} has no commit` },
		{ state: "failed", reason: "repository", message: expect.stringContaining("could not be fetched") },
		{ state: "done", reason: undefined, message: "Nothing had to be changed." },
	]);
	expect(await leftFolders(bench)).toEqual([]);
});

test("a remote that wants credentials is named as such", async () => {
	await using bench = await fleetBench();
	await using server = Bun.serve({
		port: 0,
		fetch: () => new Response("no", { status: 401, headers: { "WWW-Authenticate": 'Basic realm="x"' } }),
	});
	const [task] = await bench.run(await bench.submit({ repository: `http://me:secret@127.0.0.1:${server.port}/x.git` }));
	expect(outcome(task)).toEqual({
		state: "failed",
		reason: "repository",
		message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/x\.git needs credentials/),
	});
	expect(JSON.stringify(task?.result)).not.toContain("secret");
});

test("a limit of turns ends a task; what it did is kept", async () => {
	await using bench = await fleetBench({ otherwise: () => toolCall("bash", { command: "date >> log.txt" }) });
	const [task] = await bench.run(await bench.submit({ limits: { turns: 2 } }));
	expect(outcome(task)).toEqual({
		state: "failed",
		reason: "limit",
		message: "The task has used its 2 turns. Give it more, or a smaller task",
	});
	expect(bench.model.requests).toHaveLength(2);
	expect(task?.progress.turns).toBe(2);
	expect(await bench.text(task?.result?.patch)).toContain("log.txt");
});

test("a limit of money ends a task before a request could go over it", async () => {
	const usage = { inputTokens: 20_000, outputTokens: 1000 };
	await using bench = await fleetBench({
		otherwise: () => toolCall("bash", { command: "true" }, { usage }),
	});
	const [task] = await bench.run(await bench.submit({ limits: { usd: 0.3 } }));
	expect(outcome(task)).toMatchObject({ state: "failed", reason: "limit" });
	expect(task?.progress.usd).toBeGreaterThan(0);
	expect(task?.progress.usd).toBeLessThanOrEqual(0.3);
});

test("time that is up ends a task", async () => {
	const held = gate();
	await using bench = await fleetBench({
		otherwise: () => delivered(text("x"), { hold: { afterChunks: 0, gate: held } }),
	});
	const [task] = await bench.run(await bench.submit({ limits: { minutes: 0.03 } }));
	held.open();
	expect(outcome(task)).toEqual({
		state: "failed",
		reason: "limit",
		message: "The task has taken more than its 0.03 minutes",
	});
});

test("a provider that refuses for good fails the task with what it says", async () => {
	await using bench = await fleetBench({ otherwise: () => failure(401, "no such key") });
	const [task] = await bench.run(await bench.submit({}));
	expect(outcome(task)).toEqual({ state: "failed", reason: "model", message: expect.stringContaining("no such key") });
});

test("files that are too large fail the task before they are read", async () => {
	await using bench = await fleetBench({
		replies: [toolCall("bash", { command: "truncate -s 2G big.bin; echo x > small.txt" }), text("Done.")],
		otherwise: () => text("Fine."),
	});
	const [bad, good] = await bench.run(await bench.submit({}, {}), { slots: 1 });
	expect(outcome(bad)).toEqual({
		state: "failed",
		reason: "artifact",
		message: expect.stringMatching(
			/^The task has written 2147 MB of files, big\.bin alone 2147 MB; at most 100 MB are kept/,
		),
	});
	expect(outcome(good)).toMatchObject({ state: "done" });
});

test("a repository that the model makes arrives as files, and ignored files stay away", async () => {
	await using bench = await fleetBench({
		files: { ".gitignore": "build/\n" },
		replies: [
			toolCall("bash", {
				command:
					"mkdir build inner; echo b > build/x; cd inner; git init -q .; echo i > i.txt; git add .; git -c user.name=a -c user.email=a@b commit -qm x",
			}),
			toolCall("bash", { command: "echo j > inner/j.txt; git commit -qam x 2>/dev/null; rm -rf .git" }),
			text("Done."),
		],
	});
	const [task] = await bench.run(await bench.submit({}));
	expect(outcome(task)).toEqual({ state: "done", reason: undefined, message: "2 files changed." });
	const patch = await bench.text(task?.result?.patch);
	expect([...patch.matchAll(/^\+\+\+ (.*)$/gm)].map(([, file]) => file)).toEqual(["b/inner/i.txt", "b/inner/j.txt"]);
});

test("submodules are fetched, or the task says which could not be", async () => {
	await using bench = await fleetBench({ otherwise: () => text("Done.") });
	await using inner = await workspace({ "in.txt": "inner\n" }, { git: true });
	await using outer = await workspace({}, { git: true });
	await outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "lib");
	await outer.git("commit", "--quiet", "--message=Submodule");
	const spec = { repository: outer.path, check: check("grep -q inner lib/in.txt") };
	const [good] = await bench.run(await bench.submit(spec));
	expect(outcome(good)).toEqual({ state: "done", reason: undefined, message: "Nothing had to be changed." });
	await inner[Symbol.asyncDispose]();
	const [bad] = await bench.run(await bench.submit(spec));
	expect(outcome(bad)).toEqual({
		state: "failed",
		reason: "repository",
		message: expect.stringContaining("The submodules of"),
	});
});

test("files in Git LFS are pointers; changing one is refused at the delivery", async () => {
	await using bench = await fleetBench({
		files: {
			".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
			"x.bin": "version https://git-lfs.github.com/spec/v1\n",
		},
		replies: [write("x.bin", "real\n"), text("Done.")],
	});
	const [task] = await bench.run(await bench.submit({ deliver: { kind: "branch" } }));
	expect(JSON.stringify(bench.model.requests[0]?.messages)).toContain("only pointers");
	expect(outcome(task)).toEqual({
		state: "failed",
		reason: "delivery",
		message: "x.bin: files in Git LFS were changed, which cannot be pushed from here",
	});
});

test("files of the submitter are in the workspace, and not in the change", async () => {
	await using bench = await fleetBench({
		replies: [toolCall("bash", { command: "cat docs/spec.md > b.txt" }), text("Done.")],
	});
	const blob = await bench.store.put("batches/b1/files/spec", new TextEncoder().encode("the spec\n"));
	const [task, outside] = await bench.run(
		await bench.submit(
			{ files: [{ path: "docs/spec.md", blob }], context: "Mind the spec." },
			{ files: [{ path: "../x", blob }] },
		),
		{ slots: 1 },
	);
	expect(outcome(task)).toEqual({ state: "done", reason: undefined, message: "1 file changed." });
	expect(await bench.text(task?.result?.patch)).toContain("+the spec\n");
	expect(JSON.stringify(bench.model.requests[0]?.messages)).toContain("Mind the spec.");
	expect(outcome(outside)).toMatchObject({ state: "failed", reason: "error" });
});

test("a damaged object of the store is an error of its task", async () => {
	await using bench = await fleetBench({ otherwise: () => text("Done.") });
	const blob = await bench.store.put("batches/b1/files/spec", new TextEncoder().encode("the spec\n"));
	const [task] = await bench.run(
		await bench.submit({ files: [{ path: "spec.md", blob: { ...blob, sha256: "0".repeat(64) } }] }),
	);
	expect(outcome(task)).toMatchObject({ state: "failed", reason: "error" });
});

test("a cancelled task stops, also in the middle of a reply", async () => {
	const held = gate();
	await using bench = await fleetBench({
		otherwise: () => delivered(text("x"), { hold: { afterChunks: 0, gate: held } }),
	});
	const [id = ""] = await bench.submit({});
	await using worker = bench.worker();
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	await bench.queue.cancel({ ids: [id] });
	await worker.refresh();
	await worker.idle();
	held.open();
	expect(outcome(await bench.queue.task(id))).toEqual({ state: "cancelled", reason: undefined, message: "Cancelled." });
});

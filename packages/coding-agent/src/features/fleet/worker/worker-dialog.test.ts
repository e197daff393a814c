import { expect, test } from "bun:test";
import { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { githubServer } from "@oh-my-pi/pi-testkit/servers/github-server";
import { delivered, failure, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type FleetBench, fleetBench, leftFolders } from "./testing/fleet-bench.ts";

const write = (path: string, content: string) => toolCall("write", { path, content });
const outcome = (task: Task | undefined) => ({
	state: task?.state,
	reason: task?.result?.reason,
	message: task?.result?.message,
});
const question = toolCall("ask", {
	questions: [{ id: "color", question: "Which color?", options: [{ label: "red" }, { label: "blue" }] }],
});
const lastRequest = ({ model }: FleetBench) => JSON.stringify([model.requests.at(-1)?.messages].flat().at(-1));

test("a question while nobody is there is answered with that", async () => {
	await using bench = await fleetBench({ replies: [question, text("Took red.")] });
	const [task] = await bench.run(await bench.submit({ questions: "decide" }));
	expect(outcome(task)).toEqual({ state: "done", reason: undefined, message: "Nothing had to be changed." });
	expect(lastRequest(bench)).toContain("Nobody is there to answer");
});

test("a question fails a task that may not ask", async () => {
	await using bench = await fleetBench({ replies: [question] });
	const [task] = await bench.run(await bench.submit({ questions: "fail" }));
	expect(outcome(task)).toMatchObject({ state: "failed", reason: "question" });
	expect(task?.result?.message).toContain("Which color?");
});

test.each([
	["blue", "blue"],
	["2", "blue"],
	["neither, take green", "neither, take green"],
])("a task that waits is answered with %p", async (value, seen) => {
	await using bench = await fleetBench({ replies: [question, text("As you like.")] });
	const [id = ""] = await bench.submit({ questions: "wait" });
	await using worker = bench.worker();
	const asked = await until(async () => {
		const task = await bench.queue.task(id);
		return task?.state === "waiting" ? task.progress.question : undefined;
	});
	expect(asked).toMatchObject({ text: "Which color?", options: ["red", "blue", "Other (type your own)"] });
	await bench.queue.send(id, { kind: "answer", question: asked.id, value });
	await worker.refresh();
	await worker.idle();
	const task = await bench.queue.task(id);
	expect(outcome(task)).toMatchObject({ state: "done" });
	expect(task?.progress.question).toBeUndefined();
	expect(lastRequest(bench)).toContain(seen);
});

test("a question is put to somebody who watches, whatever the task does without them", async () => {
	await using bench = await fleetBench({
		replies: [delivered(question, { hold: { afterChunks: 0, gate: gate() } })],
		otherwise: () => text("Fine."),
	});
	const held = gate();
	bench.model.script(delivered(question, { hold: { afterChunks: 0, gate: held } }));
	const [first = "", id = ""] = await bench.submit({}, { questions: "fail" });
	await using worker = bench.worker({ slots: 2 });
	await until(() => bench.model.requests.length === 2, { timeoutMs: 30_000 });
	for (const task of [first, id]) await bench.queue.send(task, { kind: "attend" });
	await worker.refresh();
	held.open();
	const waiting = await until(async () => (await bench.queue.list({ states: ["waiting"] })).tasks[0]);
	await bench.queue.send(waiting.id, { kind: "answer", question: waiting.progress.question?.id ?? "", value: "red" });
	await worker.refresh();
	await until(async () => (await bench.queue.task(waiting.id))?.state === "done");
});

test("what somebody says to a running task reaches the model before its next request", async () => {
	const held = gate();
	await using bench = await fleetBench({
		replies: [
			delivered(toolCall("bash", { command: "true" }), { hold: { afterChunks: 0, gate: held } }),
			text("Right."),
		],
	});
	const [id = ""] = await bench.submit({});
	await using worker = bench.worker();
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	await bench.queue.send(id, { kind: "steer", text: "Mind the gap." });
	await worker.refresh();
	held.open();
	await worker.idle();
	expect(JSON.stringify(bench.model.requests[1]?.messages)).toContain("Mind the gap.");
});

test("a paused task finishes its turn and waits; resumed, it goes on", async () => {
	const held = gate();
	await using bench = await fleetBench({
		replies: [delivered(write("b.txt", "two\n"), { hold: { afterChunks: 0, gate: held } }), text("Done.")],
	});
	const [id = ""] = await bench.submit({});
	await using worker = bench.worker({ pollMs: 50 });
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	await bench.queue.pause({ ids: [id] });
	await worker.refresh();
	held.open();
	await worker.idle();
	const paused = await bench.queue.task(id);
	expect({ state: paused?.state, turns: paused?.progress.turns, asked: bench.model.requests.length }).toEqual({
		state: "queued",
		turns: 1,
		asked: 1,
	});
	await bench.queue.resume({ ids: [id] });
	await until(async () => (await bench.queue.task(id))?.state === "done");
	expect(bench.model.requests).toHaveLength(2);
});

test("a worker that lost its task stops, and leaves nothing behind", async () => {
	const held = gate();
	await using bench = await fleetBench({
		otherwise: () => delivered(write("b.txt", "two\n"), { hold: { afterChunks: 0, gate: held } }),
	});
	const [id = ""] = await bench.submit({ deliver: { kind: "branch" } });
	await using worker = bench.worker();
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	await bench.queue.abandon(worker.id);
	const [claim] = await bench.queue.claim({ id: "other", host: "h", pid: 1, slots: 1, format: 1, version: "1" }, 1);
	held.open();
	await until(() => bench.events.some((event) => event.type === "task_end"));
	expect(bench.events.findLast(({ type }) => type === "task_end")).toEqual({
		type: "task_end",
		task: id,
		state: "lost",
	});
	expect(claim?.fence).toBe(2);
	expect((await bench.queue.task(id))?.progress.turns).toBe(0);
	expect(await bench.repository.git("branch", "--list")).toBe("* main\n");
	await until(async () => (await leftFolders(bench)).length === 0);
});

/** A queue that can be away. */
function breakable(queue: FleetQueue): { queue: FleetQueue; isAway: boolean } {
	const state = { isAway: false, queue };
	state.queue = new Proxy(queue, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name);
			if (typeof member !== "function") return member;
			return async (...args: unknown[]) => {
				if (state.isAway) throw new FleetError("unreachable", "The queue is away");
				return Reflect.apply(member, target, args);
			};
		},
	});
	return state;
}

test("while the queue is away a task goes on as long as its lease is sure, waits then, and goes on when the queue is back", async () => {
	await using bench = await fleetBench({
		leaseMs: 1500,
		replies: [
			toolCall("bash", { command: "sleep 1" }),
			toolCall("bash", { command: "sleep 1" }),
			toolCall("bash", { command: "sleep 1" }),
			text("Done."),
		],
	});
	const away = breakable(bench.queue);
	const [id = ""] = await bench.submit({});
	await using worker = bench.worker({ queue: away.queue, pollMs: 100 });
	await until(() => bench.model.requests.length >= 1, { timeoutMs: 30_000 });
	away.isAway = true;
	await Bun.sleep(2500);
	const before = bench.model.requests.length;
	await Bun.sleep(500);
	// In doubt nothing more is asked of a model.
	expect(bench.model.requests.length).toBe(before);
	expect(before).toBeLessThan(4);
	away.isAway = false;
	await until(async () => (await bench.queue.task(id))?.state === "done");
	expect((await bench.queue.task(id))?.fence).toBe(1);
	expect(bench.model.requests).toHaveLength(4);
	await worker.idle();
	expect(worker.running).toBe(0);
});

test("a worker that ends while the queue is away does not wait for it", async () => {
	const held = gate();
	await using bench = await fleetBench({
		leaseMs: 1000,
		otherwise: () => delivered(text("x"), { hold: { afterChunks: 0, gate: held } }),
	});
	const away = breakable(bench.queue);
	await bench.submit({});
	const worker = bench.worker({ queue: away.queue });
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	away.isAway = true;
	await worker[Symbol.asyncDispose]();
	held.open();
	expect(bench.events.findLast(({ type }) => type === "task_end")).toMatchObject({ state: "lost" });
	expect(await leftFolders(bench)).toEqual([]);
});

test("a batch that has spent its money fails its tasks with that", async () => {
	await using bench = await fleetBench({
		limits: { usd: 0.05 },
		otherwise: () => toolCall("bash", { command: "true" }, { usage: { inputTokens: 3000, outputTokens: 100 } }),
	});
	const [task] = await bench.run(await bench.submit({}));
	expect(outcome(task)).toMatchObject({ state: "failed", reason: "limit" });
});

test("a provider that wants to be left alone is left alone by all tasks", async () => {
	await using bench = await fleetBench({
		replies: [failure(429, "slow down", { retryAfterSeconds: 2 })],
		otherwise: () => text("Done."),
	});
	const [one, two] = await bench.submit({}, {});
	const started = performance.now();
	const tasks = await bench.run([one ?? "", two ?? ""], { slots: 1 });
	expect(tasks.map(outcome).map(({ state }) => state)).toEqual(["done", "done"]);
	expect(performance.now() - started).toBeGreaterThan(2000);
});

test("the way to the worker is not passed on to commands", async () => {
	await using bench = await fleetBench({
		replies: [toolCall("bash", { command: "env" }), text("Done.")],
	});
	const [task] = await bench.run(await bench.submit({}));
	expect(outcome(task)).toMatchObject({ state: "done" });
	const seen = JSON.stringify(bench.model.requests[1]?.messages);
	expect(seen).toContain("PATH=");
	expect(seen).not.toMatch(/OMP_FLEET_GATE=[^\\]/);
	expect(seen).not.toContain("acme-secret-key");
});

test("a task of a newer format is left alone, with a word", async () => {
	await using bench = await fleetBench({ otherwise: () => text("Done.") });
	const [id = ""] = await bench.submit({});
	const task = await bench.queue.task(id);
	if (!task) throw new Error("submitted");
	const newer = { id: "n-0000", name: "n", spec: task.spec, format: 2, priority: 0 };
	await bench.queue.submit({ id: "n", name: "n", limits: {} }, [newer]);
	await bench.run([id]);
	expect((await bench.queue.task("n-0000"))?.state).toBe("queued");
	expect(bench.events.filter(({ type }) => type === "problem")).toEqual([
		{ type: "problem", message: expect.stringContaining("n-0000") },
	]);
});

const needsGh = requires("gh");

needsGh(
	"a pull request that could not be opened is opened by a second attempt, for the branch of the first",
	async () => {
		await using github = await githubServer();
		await using bench = await fleetBench({ replies: [write("b.txt", "two\n"), text("Add b\n\nAs wanted.")] });
		await using remote = await workspace();
		await remote.git("clone", "--quiet", "--bare", bench.repository.path, remote.file("r.git"));
		// The address is GitHub's; git is told where that is here.
		const url = "https://github.com/acme/tools.git";
		const env = {
			...process.env,
			...github.env,
			ACME_KEY: "acme-secret-key",
			GIT_CONFIG_COUNT: "1",
			GIT_CONFIG_KEY_0: `url.${remote.file("r.git")}.insteadOf`,
			GIT_CONFIG_VALUE_0: url,
		};
		let open: object[] = [];
		const created: unknown[] = [];
		github.graphql.RepositoryInfo = {
			repository: {
				id: "R1",
				name: "tools",
				owner: { login: "acme" },
				hasIssuesEnabled: true,
				viewerPermission: "ADMIN",
				defaultBranchRef: { name: "main" },
			},
		};
		github.graphql.PullRequestList = () => ({
			repository: {
				pullRequests: { totalCount: open.length, nodes: open, pageInfo: { hasNextPage: false, endCursor: "" } },
			},
		});
		github.graphql.PullRequestForBranch = () => ({
			repository: { pullRequests: { nodes: open }, defaultBranchRef: { name: "main" } },
		});
		github.graphql.PullRequestCreate = (variables) => {
			created.push(variables.input);
			if (created.length === 1) return { createPullRequest: { pullRequest: { id: "", url: "" } } };
			open = [{ url: "https://github.com/acme/tools/pull/7", state: "OPEN", number: 7 }];
			return { createPullRequest: { pullRequest: { id: "P7", url: "https://github.com/acme/tools/pull/7" } } };
		};
		const host = {
			cwd: bench.folder.path,
			home: bench.folder.path,
			env,
			now: () => Date.now(),
			newId: () => Bun.randomUUIDv7(),
		};
		const spec = { repository: url, ref: "main", deliver: { kind: "pull-request", draft: true } } as const;
		const ids = await bench.submit(spec);
		const [refused] = await bench.run(ids, { host });
		expect(outcome(refused)).toEqual({
			state: "failed",
			reason: "delivery",
			message: expect.stringContaining(`The branch omp/${ids[0]} is pushed, but the pull request could not be opened`),
		});
		expect(refused?.result?.branch).toBe(`omp/${ids[0]}`);
		await bench.queue.retry({ ids }, "last-turn");
		const [task] = await bench.run(ids, { host });
		expect({ ...outcome(task), url: task?.result?.pullRequest }).toEqual({
			state: "done",
			reason: undefined,
			message: "1 file changed, pull request https://github.com/acme/tools/pull/7.",
			url: "https://github.com/acme/tools/pull/7",
		});
		const wanted = { title: "task 0", draft: true, headRefName: `omp/${task?.id}`, baseRefName: "main" };
		expect(created).toEqual([expect.objectContaining(wanted), expect.objectContaining(wanted)]);
		expect(bench.model.requests).toHaveLength(2);
	},
);

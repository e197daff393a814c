import { expect, test } from "bun:test";
import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import { findProcesses } from "@oh-my-pi/pi-testkit/find-processes";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { fleetBench } from "./testing/fleet-bench.ts";

test("commands of the model and the check run in the sandbox", async () => {
	await using bench = await fleetBench({
		replies: [
			toolCall("bash", { command: `echo in > in.txt; echo out > ${"$OUT"}/model.txt; echo done` }),
			text("Done."),
		],
	});
	const outside = bench.folder.path;
	bench.model.script();
	const check = { command: `echo x > ${outside}/check.txt; test -f in.txt`, timeoutSeconds: 60, restore: [] };
	const host = {
		cwd: outside,
		home: outside,
		env: { ...process.env, ACME_KEY: "acme-secret-key", OUT: outside },
		now: () => Date.now(),
		newId: () => Bun.randomUUIDv7(),
	};
	const [task] = await bench.run(await bench.submit({ check }), { sandbox: "workspace", host });
	expect({ state: task?.state, message: task?.result?.message, check: task?.result?.check?.exitCode }).toEqual({
		state: "done",
		message: "1 file changed.",
		check: 0,
	});
	expect(await Bun.file(bench.folder.file("model.txt")).exists()).toBe(false);
	expect(await Bun.file(bench.folder.file("check.txt")).exists()).toBe(false);
});

test("a store that is away for a while is waited for", async () => {
	await using bench = await fleetBench({
		replies: [toolCall("write", { path: "b.txt", content: "b" }), text("Done.")],
	});
	let refusals = 3;
	const store: BlobStore = new Proxy(bench.store, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name);
			if (typeof member !== "function") return member;
			return async (...args: unknown[]) => {
				if (name === "put" && refusals-- > 0) throw new FleetError("unreachable", "503 Slow Down");
				return Reflect.apply(member, target, args);
			};
		},
	});
	const [task] = await bench.run(await bench.submit({}), { store });
	expect(task?.state).toBe("done");
	const problems = bench.events.flatMap((event) => (event.type === "problem" ? [event.message] : []));
	expect(problems).toEqual(Array(3).fill("The store is tried again: 503 Slow Down"));
});

test("an omp that is killed fails its task with what is known, and the others go on", async () => {
	const held = gate();
	await using bench = await fleetBench({
		replies: [delivered(text("x"), { hold: { afterChunks: 0, gate: held } })],
		otherwise: () => text("Done."),
	});
	const ids = await bench.submit({}, {});
	await using worker = bench.worker({ slots: 1 });
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	const [pid] = await findProcesses(`session-dir ${bench.folder.path}`);
	if (pid === undefined) throw new Error("no omp runs the task");
	process.kill(pid, "SIGKILL");
	held.open();
	await worker.idle();
	const [killed, other] = await Promise.all(ids.map((id) => bench.queue.task(id)));
	expect(killed?.result).toMatchObject({ reason: "error", message: expect.stringContaining("SIGKILL") });
	expect(other?.state).toBe("done");
});

test("two workers with one cache fetch a repository once, and each task has files of its own", async () => {
	await using bench = await fleetBench({
		otherwise: ({ messages }) =>
			JSON.stringify(messages).includes("tool_result")
				? text("Done.")
				: toolCall("bash", { command: "pwd > where.txt" }),
	});
	await bench.repository.git("clone", "--quiet", "--bare", ".", bench.folder.file("remote.git"));
	const repository = `file://localhost${bench.folder.file("remote.git")}`;
	const ids = await bench.submit(
		...Array.from({ length: 4 }, () => ({ repository, deliver: { kind: "branch" } as const })),
	);
	await using one = bench.worker({ slots: 2 });
	await using two = bench.worker({ slots: 2 });
	await Promise.all([one.idle(), two.idle()]);
	await until(async () => (await bench.queue.counts()).done === 4, { timeoutMs: 30_000 });
	const branches = await bench.repository.git(
		"--git-dir",
		bench.folder.file("remote.git"),
		"branch",
		"--list",
		"omp/*",
	);
	expect(branches.trim().split("\n")).toHaveLength(ids.length);
	const mirrors = await Array.fromAsync(
		new Bun.Glob("*.git").scan({ cwd: bench.folder.file("fleet/cache"), onlyFiles: false }),
	);
	expect(mirrors).toHaveLength(1);
});

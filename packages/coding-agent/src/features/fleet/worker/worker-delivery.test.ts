import { expect, test } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type FleetBench, fleetBench } from "./testing/fleet-bench.ts";

const change = [toolCall("write", { path: "b.txt", content: "two\n" }), text("Done.")];
const hooks = ["pre-receive", "update", "post-receive", "post-update", "reference-transaction", "push-to-checkout"];
const outcome = (task: Task | null | undefined) => ({ state: task?.state, message: task?.result?.message });

for (const deliver of [{ kind: "branch", branch: "x1" }, { kind: "patch" }] as const) {
	test(`a task that is cancelled during its check is not delivered as a ${deliver.kind}`, async () => {
		await using bench = await fleetBench({ replies: change });
		const started = bench.folder.file("started");
		const go = bench.folder.file("go");
		const command = `touch ${started}; until [ -e ${go} ]; do sleep 0.05; done`;
		const [id = ""] = await bench.submit({
			deliver,
			check: { command, timeoutSeconds: 60, restore: [] },
		});
		await using worker = bench.worker();
		await until(() => existsSync(started), { timeoutMs: 30_000 });
		expect(await bench.queue.cancel({ ids: [id] })).toBe(1);
		await bench.folder.write("go", "");
		await until(() => bench.events.some(({ type }) => type === "task_end"), { timeoutMs: 30_000 });
		expect(outcome(await bench.queue.task(id))).toEqual({ state: "cancelled", message: "Cancelled." });
		expect(bench.events.findLast(({ type }) => type === "task_end")).toMatchObject({ state: "cancelled" });
		expect(await bench.repository.git("branch", "--list", "x1")).toBe("");
		expect(worker.running).toBe(0);
	}, 90_000);
}

test("a delivery runs no hooks of the repository that receives it", async () => {
	await using bench = await fleetBench({ replies: [...change, ...change] });
	const marker = bench.folder.file("marker");
	await addHooks(bench.repository, marker);
	await expectBranch(bench, bench.repository.path);
	await expectBranch(bench, `file://${bench.repository.path}`);
	expect(existsSync(marker)).toBe(false);
	// The hooks are such that git runs.
	await bench.repository.git("push", "--quiet", ".", "HEAD:refs/heads/control");
	expect(existsSync(marker)).toBe(true);
}, 60_000);

test("a delivery runs no filter of the repository that receives it", async () => {
	await using bench = await fleetBench({ replies: change });
	const marker = bench.folder.file("marker");
	const { repository } = bench;
	await repository.write(".gitattributes", "* filter=evil\n");
	await repository.git("add", ".gitattributes");
	await repository.git("commit", "--quiet", "-m", "attributes");
	await repository.git("config", "filter.evil.smudge", `touch ${marker}; cat`);
	await repository.git("config", "receive.denyCurrentBranch", "updateInstead");
	const [task] = await bench.run(await bench.submit({ deliver: { kind: "commit", branch: "main" } }));
	expect(outcome(task)).toMatchObject({ state: "failed", message: expect.stringContaining("refused") });
	expect(existsSync(marker)).toBe(false);
	// The control: git's own push into the branch that is checked out.
	await using copy = await workspace();
	await copy.git("clone", "--quiet", repository.path, "clone");
	await copy.write("clone/c.txt", "three\n");
	await copy.git("-C", "clone", "add", "c.txt");
	await copy.git(
		"-C",
		"clone",
		"-c",
		"user.name=T",
		"-c",
		"user.email=t@example.com",
		"commit",
		"--quiet",
		"-m",
		"three",
	);
	await copy.git("-C", "clone", "push", "--quiet", "origin", "HEAD:main");
	expect(existsSync(marker)).toBe(true);
}, 60_000);

async function addHooks(repository: Workspace, marker: string): Promise<void> {
	for (const name of hooks) {
		await repository.write(`.git/hooks/${name}`, `#!/bin/sh\ncat > /dev/null\necho ${name} >> ${marker}\n`);
		chmodSync(repository.file(`.git/hooks/${name}`), 0o755);
	}
}

let branches = 0;

async function expectBranch(bench: FleetBench, repository: string): Promise<void> {
	const branch = `x${++branches}`;
	const [task] = await bench.run(await bench.submit({ repository, deliver: { kind: "branch", branch } }));
	expect(outcome(task)).toEqual({ state: "done", message: `1 file changed, on branch ${branch}.` });
	expect(await bench.repository.git("show", `${branch}:b.txt`)).toContain("two");
}

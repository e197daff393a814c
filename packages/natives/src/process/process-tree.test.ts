import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { listProcesses } from "./process-list.ts";
import { killTree } from "./process-tree.ts";

/** Starts a script and returns the PIDs that it wrote to files named after them. */
async function startTree(folder: string, script: string, count: number, mark = "TREE_MARK=none") {
	const [name = "", value] = mark.split("=");
	const root = Bun.spawn(["bash", "-c", script], {
		cwd: folder,
		env: { PATH: process.env.PATH, [name]: value },
		stdout: "ignore",
		stderr: "ignore",
		detached: true,
	});
	const found = async () => {
		const names = await Array.fromAsync(new Bun.Glob("*.pid").scan(folder));
		return names.length === count && names.map((file) => Number(file.slice(0, -4)));
	};
	return { root, pids: await until(found) };
}

async function alive(pids: readonly number[]): Promise<number[]> {
	const running = new Set((await listProcesses()).map(({ pid }) => pid));
	return pids.filter((pid) => running.has(pid));
}

test("children and grandchildren are killed with their root", async () => {
	await using project = await workspace();
	const script = "(sleep 300 & touch $!.pid; wait) & touch $!.pid; sleep 300 & touch $!.pid; wait";
	const { root, pids } = await startTree(project.path, script, 3);
	expect(await alive(pids)).toEqual(pids);
	await killTree(root, { graceMs: 2000 });
	expect(await alive([root.pid, ...pids])).toEqual([]);
});

test("a process that ignores SIGTERM is killed after the grace period", async () => {
	await using project = await workspace();
	const script = "trap '' TERM; touch $$.pid; while true; do sleep 300; done";
	const { root, pids } = await startTree(project.path, script, 1);
	const startedAt = performance.now();
	await killTree(root, { graceMs: 100 });
	expect(performance.now() - startedAt).toBeGreaterThan(90);
	expect(await alive(pids)).toEqual([]);
});

test("a process in another group and session is found through its parent", async () => {
	await using project = await workspace();
	const { root, pids } = await startTree(project.path, "setsid bash -c 'touch $$.pid; sleep 300; :' & wait", 1);
	await killTree(root, { graceMs: 2000 });
	expect(await alive(pids)).toEqual([]);
});

test.skipIf(process.platform !== "linux")("a reparented process is found by its mark", async () => {
	await using project = await workspace();
	const mark = `TREE_MARK=${crypto.randomUUID()}`;
	const script = "(setsid bash -c 'touch $$.pid; sleep 300; :' &) ; sleep 300";
	const { root, pids } = await startTree(project.path, script, 1, mark);
	await killTree({ pid: root.pid, mark: { variable: mark } }, { graceMs: 2000 });
	expect(await alive(pids)).toEqual([]);
});

test.skipIf(process.platform !== "linux")("a process without its environment is found by its open files", async () => {
	await using project = await workspace();
	await using output = await workspace({ out: "" });
	const script = `(env -i setsid bash -c 'touch $$.pid; sleep 300; :' >${output.file("out")} &) ; sleep 300`;
	const { root, pids } = await startTree(project.path, script, 1);
	await killTree({ pid: root.pid, mark: { folder: output.path } }, { graceMs: 2000 });
	expect(await alive(pids)).toEqual([]);
});

test("a tree that has already exited is no error", async () => {
	const root = Bun.spawn(["true"], { detached: true });
	await root.exited;
	await killTree(root, { graceMs: 2000 });
});

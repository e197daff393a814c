import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";

const members = ["a", "b"] as const;
const filesEach = 16;
const pathsOf = (member: string) => Array.from({ length: filesEach }, (_, number) => `${member}/${number}.txt`);

/**
 * A model whose sub-agents each write a number into all files of their folder, in copies, again and again. `onMain` is called with each
 * request of the main conversation.
 */
function restlessModel(state: { isLast: boolean; onMain: (isFirst: boolean) => void }) {
	let round = 0;
	return (body: Record<string, unknown>): Reply => {
		const { system, messages } = body as { system: unknown; messages: readonly unknown[] };
		const member = /You are `([ab])(-\d+)?`/.exec(JSON.stringify(system))?.[1];
		const last = JSON.stringify(messages.at(-1));
		if (member === undefined) {
			state.onMain(messages.length === 1);
			round++;
			if (state.isLast && messages.length > 1) return text("Done.");
			const tasks = members.map((name) => ({ name, task: `Write ${round}`, isolated: true }));
			return toolCall("task", { i: "Delegating", context: "We write.", tasks });
		}
		// A shell that was killed has not written all: again.
		if (last.includes("all are written")) return toolCall("yield", { result: { data: "done" } });
		const number = /Write (\d+)/.exec(JSON.stringify(messages))?.[1] ?? "0";
		const command = `for path in ${pathsOf(member).join(" ")}; do echo ${number} > $path; done && echo all are written`;
		return toolCall("bash", { i: "Writing", command });
	};
}

async function repository(as: "patch" | "branch", model: ReturnType<typeof restlessModel>): Promise<OmpProject> {
	const files = Object.fromEntries(members.flatMap(pathsOf).map((path) => [path, "0\n"]));
	const omp = await ompProject({ files: { ...files, "mine.txt": "mine\n" }, otherwise: model });
	for (const args of [
		["init", "-q", "-b", "main"],
		["config", "user.name", "T"],
		["config", "user.email", "t@example.org"],
		["add", "-A"],
		["commit", "-qm", "first"],
	]) {
		await omp.files.git(...args);
	}
	await omp.files.write("mine.txt", "staged\n");
	await omp.files.git("add", "mine.txt");
	await omp.files.write("mine.txt", "changed\n");
	const isolation = `task: { isolation: { mode: rcopy, merge: ${as} } }`;
	await omp.home.write(".omp/agent/config.yml", `${isolation}\nasync: { enabled: false }\n`);
	return omp;
}

/** What is wrong with the user's tree: files of one result that differ, leftovers, changes of the user that are gone. */
function problemsOf(root: string): string[] {
	const problems: string[] = [];
	const names = readdirSync(root, { recursive: true, encoding: "utf8" })
		.filter((path) => !path.startsWith(".git") && statSync(join(root, path)).isFile())
		.sort();
	const expected = [...members.flatMap(pathsOf), "mine.txt"].sort();
	if (!Bun.deepEquals(names, expected)) problems.push(`files: ${names.filter((name) => !expected.includes(name))}`);
	for (const member of members) {
		const contents = new Set(pathsOf(member).map((path) => readFileSync(join(root, path), "utf8")));
		if (contents.size !== 1) problems.push(`${member} is half merged: ${JSON.stringify([...contents])}`);
	}
	if (readFileSync(join(root, "mine.txt"), "utf8") !== "changed\n") problems.push("mine.txt was changed");
	// Results are commits, or not staged.
	const { stdout } = Bun.spawnSync(["git", "diff", "--cached", "--name-only"], { cwd: root });
	if (stdout.toString() !== "mine.txt\n") problems.push(`staged: ${stdout}`);
	return problems;
}

/** Kills whole omps, and at times one of the processes they run; the next omp must find or make the tree whole. */
async function killAgain(times: number, as: "patch" | "branch", seed: number): Promise<number> {
	const random = seeded(seed);
	const state = { isLast: false, onMain: (_: boolean) => {} };
	await using omp = await repository(as, restlessModel(state));
	const start = () =>
		Bun.spawn([...omp.command, "-p", "--yolo", "go"], {
			cwd: omp.path,
			env: omp.env,
			stdin: "ignore",
			stdout: "ignore",
			stderr: "pipe",
		});
	let interrupted = 0;
	let roundMs = 0;
	for (let kills = 0; kills < times; ) {
		const problems: string[] = [];
		let requests = 0;
		let begun = 0;
		state.onMain = (isFirst) => {
			// What was interrupted is finished before the first request.
			if (isFirst) problems.push(...problemsOf(omp.path));
			if (++requests === 2) roundMs ||= performance.now() - begun;
			begun = performance.now();
		};
		const parent = start();
		const said = new Response(parent.stderr).text();
		// The first omp shows how long a round takes here.
		await until(() => requests >= (roundMs === 0 ? 2 : 1), { timeoutMs: 60_000 });
		for (let isAlive = true; isAlive && kills < times; kills++) {
			await Bun.sleep(random.below(Math.ceil(roundMs)));
			const victim = random.below(3) > 0 ? await descendantOf(parent.pid, random.below) : undefined;
			isAlive = victim !== undefined;
			kill(victim ?? parent.pid);
		}
		kill(parent.pid);
		await parent.exited;
		if ((await said).includes("Finished putting the result of a sub-agent")) interrupted++;
		expect(problems).toEqual([]);
	}
	state.isLast = true;
	const { exitCode } = await omp.run(["-p", "--yolo", "go"]);
	expect([exitCode, problemsOf(omp.path)]).toEqual([0, []]);
	expect(existsSync(join(omp.path, ".git/index.lock"))).toBe(false);
	const status = await omp.files.git("status", "--porcelain", "mine.txt");
	expect(status).toBe("MM mine.txt\n");
	const log = await omp.files.git("log", "--format=%s");
	if (as === "patch") expect(log).toBe("first\n");
	else expect(await omp.files.git("status", "--porcelain")).toBe(status);
	expect(await omp.files.git("stash", "list")).toBe("");
	expect(JSON.parse((await omp.run(["worktree", "-j"])).stdout).worktrees).toEqual([]);
	return interrupted;
}

async function descendantOf(pid: number, below: (limit: number) => number): Promise<number | undefined> {
	const processes = await listProcesses();
	const found = new Set([pid]);
	for (let size = 0; size !== found.size; ) {
		size = found.size;
		for (const process of processes) if (found.has(process.parentPid)) found.add(process.pid);
	}
	found.delete(pid);
	return [...found][below(found.size)];
}

function kill(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has ended already.
	}
}

test("300 random kills of omps and of what they run never leave a result half merged", async () => {
	const interrupted = await Promise.all([killAgain(150, "patch", 1), killAgain(150, "branch", 2)]);
	expect(Math.max(...interrupted)).toBeGreaterThan(0);
}, 1_200_000);

import { describe, expect, test } from "bun:test";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { finishTool } from "../output/finish-tool.ts";
import { EditMemory } from "../services/edit-memory.ts";
import { bashIn } from "./testing/bash-in.ts";

const wallTime = "\n\nWall time: 0.00 seconds";
const quick = { timeoutSeconds: 300, wallTimeMs: 0 };

verifies("tools-exec:bash:output-and-exit", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	expect(await runTool(bash.tool, { command: "echo one; echo two >&2; echo three" })).toEqual({
		content: `one\ntwo\nthree\n${wallTime}`,
		details: quick,
		isError: false,
	});
	expect(await runTool(bash.tool, { command: "echo no; (exit 3)" })).toEqual({
		content: `no\n${wallTime}\n\nCommand exited with code 3`,
		details: { ...quick, exitCode: 3 },
		isError: true,
	});
});

verifies("tools-exec:bash:no-output", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	expect(await runTool(bash.tool, { command: "true" })).toEqual({
		content: `(no output)${wallTime}`,
		details: quick,
		isError: false,
	});
});

verifies("tools-exec:bash:timeout", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	expect(await runTool(bash.tool, { command: "echo begun; sleep 60", timeout: 1 })).toEqual({
		content: `[Command timed out after 1 seconds]\nbegun\n${wallTime}`,
		details: { timeoutSeconds: 1, wallTimeMs: 0, timedOut: true },
		isError: true,
	});
});

verifies(
	"tools-exec:bash:abort",
	async () => {
		await using project = await workspace();
		await using bash = bashIn(project);
		const controller = new AbortController();
		const command =
			"trap '' TERM; (trap - TERM; echo $BASHPID > child.pid; exec sleep 300) & echo begun; while :; do sleep 300; done";
		const running = runTool(bash.tool, { command }, { signal: controller.signal });
		running.catch(() => {});
		const child = await until(async () => Number(await project.read("child.pid")));
		const isAlive = async () => (await listProcesses()).some(({ pid }) => pid === child);
		const startedAt = performance.now();
		controller.abort();
		await until(async () => !(await isAlive()));
		await expect(running).rejects.toThrow("[Command cancelled]\nbegun\n");
		expect(performance.now() - startedAt).toBeGreaterThan(1900);
	},
	20_000,
);

verifies("tools-exec:bash:stdin-closed", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const output = await runTool(bash.tool, { command: "cat; read line || echo nothing to read" });
	expect(output.content).toBe(`nothing to read\n${wallTime}`);
});

verifies("tools-exec:bash:background-children", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const command = "(sleep 0.05; echo soon; sleep 300) & echo $!";
	const { content } = await runTool(bash.tool, { command });
	const [pid, soon] = String(content).split("\n");
	expect(soon).toBe("soon");
	const running = await listProcesses();
	expect(running.some((process) => process.pid === Number(pid))).toBe(true);
});

verifies("tools-exec:bash:persistent-state", async () => {
	await using project = await workspace({ "sub/x": "" });
	await using bash = bashIn(project);
	await runTool(bash.tool, { command: "export A=1; f() { echo f $1; }; shopt -s nullglob; cd sub" });
	const output = await runTool(bash.tool, { command: "echo $A; f 2; echo [*.none]; pwd" });
	expect(output.content).toBe(`1\nf 2\n\n${project.path}\n${wallTime}`);
});

verifies("tools-exec:bash:busy-shell", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	await runTool(bash.tool, { command: "export A=main" });
	const slow = runTool(bash.tool, { command: "touch begun; until [ -e go ]; do sleep 0.01; done; echo $A" });
	await until(() => project.read("begun").then(() => true));
	expect((await runTool(bash.tool, { command: "touch go; echo [$A]" })).content).toBe(`[]\n${wallTime}`);
	expect((await slow).content).toBe(`main\n${wallTime}`);
});

verifies(
	"tools-exec:bash:shell-replaced",
	async () => {
		await using project = await workspace();
		await using bash = bashIn(project);
		const controller = new AbortController();
		const stateAfter = async (params: { command: string; timeout?: number }, signal?: AbortSignal) => {
			await runTool(bash.tool, { command: "export A=1" });
			if (signal) setTimeout(() => controller.abort(), 50);
			await runTool(bash.tool, params, signal ? { signal } : {}).catch(() => {});
			return (await runTool(bash.tool, { command: "echo [$A]" })).content;
		};
		expect([
			await stateAfter({ command: "exit 3" }),
			await stateAfter({ command: "sleep 30", timeout: 1 }),
			await stateAfter({ command: "sleep 30" }, controller.signal),
			await stateAfter({ command: "true" }),
		]).toEqual([`[]\n${wallTime}`, `[]\n${wallTime}`, `[]\n${wallTime}`, `[1]\n${wallTime}`]);
	},
	20_000,
);

verifies("tools-exec:bash:env-and-cwd", async () => {
	await using project = await workspace({ "file.txt": "", "sub/x": "" });
	await using bash = bashIn(project);
	const refused = (params: { cwd?: string; env?: Record<string, string> }) =>
		runTool(bash.tool, { command: "pwd", ...params }).then(
			() => "ran",
			(error) => error.message,
		);
	expect(await refused({ cwd: "nowhere" })).toBe(`Working directory does not exist: ${project.path}/nowhere`);
	expect(await refused({ cwd: "file.txt" })).toBe(`Working directory is not a directory: ${project.path}/file.txt`);
	expect(await refused({ env: { "1A": "x" } })).toBe("Invalid bash env name: 1A");
	const output = await runTool(bash.tool, { command: "pwd; echo $X", cwd: "sub", env: { X: "a b" } });
	expect(output.content).toBe(`${project.path}/sub\na b\n${wallTime}`);
});

verifies("tools-exec:bash:hardened-env", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const names = "PAGER GIT_PAGER EDITOR GIT_TERMINAL_PROMPT TERM NO_COLOR CI DEBIAN_FRONTEND";
	const command = `for name in ${names}; do printf '%s ' "\${!name}"; done`;
	expect((await runTool(bash.tool, { command })).content).toBe(`cat cat true 0 dumb 1 true noninteractive ${wallTime}`);
	const own = await runTool(bash.tool, { command: "echo $EDITOR", env: { EDITOR: "ed" } });
	expect(own.content).toBe(`ed\n${wallTime}`);
	await using without = bashIn(project, { env: { PATH: process.env.PATH, PI_BASH_NO_CI: "1" } });
	expect((await runTool(without.tool, { command: "echo [$CI]" })).content).toBe(`[]\n${wallTime}`);
});

verifies("tools-exec:shared:partial-snapshots", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const seen: string[] = [];
	const command = "echo one; sleep 0.2; echo two; echo three; sleep 0.2";
	await runTool(bash.tool, { command }, { onProgress: ({ content }) => seen.push(String(content)) });
	expect([seen[0], seen.at(-1)]).toEqual(["one\n", "one\ntwo\nthree\n"]);
	expect(seen.filter((text, index) => !text.startsWith(seen[index - 1] ?? ""))).toEqual([]);
});

verifies("tools-exec:shared:timeouts-clamped", async () => {
	await using project = await workspace();
	await using bash = bashIn(project, { maxTimeoutSeconds: 50 });
	const clamped = (seconds: number, wanted: number) =>
		`(no output)${wallTime}\nTimeout clamped to ${seconds}s (requested ${wanted}s; allowed range 1-3600s).`;
	expect(await runTool(bash.tool, { command: "true", timeout: 99999 })).toEqual({
		content: clamped(50, 99999),
		details: { timeoutSeconds: 50, requestedTimeoutSeconds: 99999, wallTimeMs: 0 },
		isError: false,
	});
	expect((await runTool(bash.tool, { command: "true", timeout: 0.5 })).content).toBe(clamped(1, 0.5));
	expect((await runTool(bash.tool, { command: "true" })).details).toEqual({ timeoutSeconds: 50, wallTimeMs: 0 });
	expect((await runTool(bash.tool, { command: "true", timeout: 0 })).details).toEqual({
		timeoutDisabled: true,
		wallTimeMs: 0,
	});
});

verifies("tools-exec:shared:sink-sanitises", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const command = "printf '\\033[31mred\\033[0m\\a\\r\\nnext \\377\\033]0;title\\007!\\n'";
	expect((await runTool(bash.tool, { command })).content).toBe(`red\nnext \ufffd!\n${wallTime}`);
});

verifies("tools-exec:shared:column-cap", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const output = await runTool(finishTool(bash.tool), { command: "printf 'x%.0s' {1..9000}; echo; echo end" });
	const notice = "[Some lines truncated to 768 chars; whole lines: artifact://7:raw]";
	expect(output.content).toBe(`${"x".repeat(768)}…\nend\n${wallTime}\n\n${notice}`);
	const short = await runTool(finishTool(bash.tool), { command: "printf 'x%.0s' {1..4000}" });
	expect(short.content).toBe(`${"x".repeat(4000)}${wallTime}`);
});

verifies("tools-exec:shared:details-meta", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const { details } = await runTool(bash.tool, { command: "seq 100000" });
	expect(details?.meta?.truncation).toMatchObject({
		direction: "middle",
		truncatedBy: "middle",
		totalLines: 100_000,
		totalBytes: 588_895,
		headRange: { start: 1 },
		tailRange: { end: 100_000 },
		artifactId: "7",
	});
	expect(await project.read("7.bash.log")).toHaveLength(588_895);
});

describe("bash", () => {
	test("a flood of output is cut in the middle and does not fill the memory", async () => {
		await using project = await workspace();
		await using bash = bashIn(project, { artifacts: { allocate: () => ({ id: "1" }), save: () => ({ id: "1" }) } });
		const before = process.memoryUsage.rss();
		const { content } = await runTool(bash.tool, {
			command: "yes $'0123456789\\nother' | head -c 330000000; echo; echo the end",
		});
		expect(String(content).length).toBeLessThan(12_000);
		expect(content).toMatch(/bytes elided …\]\n[\s\S]*\nthe end\n/);
		// Less than was printed; how much less is for the benchmark, which has a process of its own.
		expect(process.memoryUsage.rss() - before).toBeLessThan(320_000_000);
	}, 60_000);

	test("a command that kills its own shell has no exit status", async () => {
		await using project = await workspace();
		await using bash = bashIn(project);
		expect(await runTool(bash.tool, { command: "echo hi; kill -9 $$" })).toEqual({
			content: `hi\n${wallTime}\n\nCommand failed: missing exit status`,
			details: quick,
			isError: true,
		});
	});

	test("what a command may do is asked with the folder and the variables of the call", async () => {
		await using project = await workspace();
		await using bash = bashIn(project, { commandRules: () => [{ match: "git status", approval: "allow" }] });
		const { approval } = bash.tool;
		if (typeof approval !== "function") throw new Error("depends on the call");
		const critical = { tier: "exec" as const, override: true, reason: "Critical pattern detected" };
		const asked = { tier: "exec" as const, reason: expect.any(String) };
		expect(await approval({ command: "rm -rf *", cwd: "sub" })).toEqual(asked);
		expect(await approval({ command: "rm -rf *", cwd: "/usr" })).toEqual(critical);
		expect(await approval({ command: "rm -rf $X", env: { X: "~" } })).toEqual(asked);
		expect(await approval({ command: "rm -rf $X", env: { X: project.path } })).toEqual(critical);
		expect(await approval({ command: "git status" })).toBe("read");
		expect(await approval({ command: "frob" })).toEqual({ tier: "exec", reason: "Runs code omp can't check: frob" });
		expect(await approval({ command: "ls" })).toBe("write");
		// A repository elsewhere has settings of its own, which can make git run something.
		expect(await approval({ command: "git log", cwd: "/tmp" })).toEqual(asked);
	});

	test("a command that is a patch is judged as an edit of its files, in the folder of the call", async () => {
		await using project = await workspace({ "src/a.txt": "x\n" });
		await using bash = bashIn(project, {
			edits: {
				mode: "hashline",
				cwd: () => project.path,
				home: project.path,
				snapshots: new SnapshotStore(),
				memory: new EditMemory(),
				fuzzyMatch: () => ({ fuzzy: true, threshold: 0.95 }),
			},
		});
		const { approval } = bash.tool;
		if (typeof approval !== "function") throw new Error("depends on the call");
		const patch = (path: string) =>
			`apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${path}\n@@\n-x\n+y\n*** End Patch\nEOF`;
		expect(await approval({ command: patch("src/a.txt") })).toBe("write");
		expect(await approval({ command: `cd src && ${patch("../.git/config")}` })).toMatchObject({
			tier: "exec",
			override: true,
		});
		expect(await approval({ command: patch("../.git/config"), cwd: "src" })).toMatchObject({
			tier: "exec",
			override: true,
		});
		expect(await approval({ command: `cd / && ${patch("etc/hosts")}` })).toMatchObject({ override: true });
		expect(await approval({ command: `${patch("src/a.txt")}\nrm -rf ~` })).toMatchObject({ tier: "exec" });
		await runTool(bash.tool, { command: patch("a.txt"), cwd: "src" });
		expect(await project.read("src/a.txt")).toBe("y\n");
	});

	test("the rule offered for a command is about the part that needs one", async () => {
		await using project = await workspace();
		await using bash = bashIn(project, { commandRules: () => [{ match: "frob *", approval: "allow" }] });
		const offered = async (command: string) => bash.tool.approvalRule?.({ command });
		expect(await offered("cd src && npm run release:dry -- --bail 2>&1 | tail -5")).toEqual({
			call: "npm run release:dry -- --bail 2>&1",
			suggestion: "npm run release:dry *",
		});
		expect(await offered("frob && git push")).toEqual({ call: "git push", suggestion: "git push *" });
		expect(await offered("npm publish && git push")).toBeUndefined();
		expect(await offered("npm publish > log")).toBeUndefined();
	});

	test("schema and prompt", async () => {
		await using project = await workspace();
		await using bash = bashIn(project, { async: { ownerId: "main" } });
		const { name, prompt, parameters } = bash.tool;
		expect({ name, prompt, parameters }).toMatchSnapshot();
		expect(prompt.length + JSON.stringify(parameters).length).toBeLessThan(900);
	});

	test("commands that only read run beside each other; one that may write, or needs a terminal, waits", async () => {
		await using project = await workspace();
		await using bash = bashIn(project);
		const { concurrency } = bash.tool;
		if (typeof concurrency !== "function") throw new Error("depends on the call");
		const given = [
			{ command: "ls" },
			{ command: "ls", pty: true },
			{ command: "ls", async: true },
			{ command: "make" },
		];
		expect(await Promise.all(given.map((params) => concurrency(params)))).toEqual([
			"shared",
			"exclusive",
			"exclusive",
			"exclusive",
		]);
	});
});

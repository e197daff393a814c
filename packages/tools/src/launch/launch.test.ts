import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";
import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { testServices, testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Job } from "../jobs/job.ts";
import { JobBoard } from "../jobs/job-board.ts";
import { Supervisor, type SupervisorOptions } from "../processes/supervisor.ts";
import { type LaunchParams, launch, launchTool } from "./launch.ts";

/** A server that listens on the port of its first argument, or any, and says so. */
const server = `
const server = Bun.serve({ port: Number(process.argv[2] ?? 0), hostname: "127.0.0.1", fetch: () => new Response("hi") });
console.log("listening on " + server.port);
`;
/** Says what it is told, until "bye". */
const parrot = 'while read -r line; do [ "$line" = bye ] && exit 3; echo "said: $line"; done';

async function launching(options: Partial<SupervisorOptions> = {}) {
	const place = await workspace({ "repo/server.ts": server, "repo/parrot.sh": parrot, "run/.keep": "" });
	const told: Job[] = [];
	const board = new JobBoard({ now: Date.now, onResult: (job) => told.push(job) });
	const env = { PATH: process.env.PATH, HOME: place.path };
	const make = (jobs = board) =>
		new Supervisor({ root: place.file("run"), board: jobs, env, now: Date.now, backoffMs: [1], ...options });
	const supervisor = make();
	const toolFor = (using: Supervisor, cwd = place.file("repo"), ownerId = "main") =>
		launchTool({
			workspace: { cwd: () => cwd, home: place.path, env, now: Date.now },
			processes: { load: async () => using },
			ripgrep: localRipgrep({ searchPath: process.env.PATH }),
			ownerId,
		});
	const tool = toolFor(supervisor);
	const run = async (params: LaunchParams, call: { signal?: AbortSignal } = {}) => {
		const output = await runTool(tool, params, call);
		return { ...output, text: String(output.content) };
	};
	return {
		place,
		board,
		told,
		tool,
		toolFor,
		make,
		run,
		async [Symbol.asyncDispose]() {
			await board[Symbol.asyncDispose]();
			await place[Symbol.asyncDispose]();
		},
	};
}

/** A zombie is not. */
const isAlive = (pid = 0) => startTimeOf(pid) !== undefined;

verifies(
	"tools-exec:launch:processes",
	async () => {
		await using at = await launching();
		const { run } = at;
		// A server that is ready when its line was printed.
		const started = await run({
			op: "start",
			name: "web",
			application: process.execPath,
			args: ["server.ts"],
			ready: { log: "^listening on \\d+" },
		});
		expect(started.isError).toBeUndefined();
		expect(started.text).toMatch(/^Started web \(pid \d+\); it is ready\.\n[\s\S]*listening on \d+/);
		const port = /listening on (\d+)/.exec(started.text)?.[1];
		expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("hi");
		expect((await run({ op: "ps" })).text).toMatch(/^- web: ready, pid \d+, \d+s — /);
		// The log.
		const log = await run({ op: "logs", name: "web", grep: "listening" });
		expect(log.text).toMatch(/^web: ready, pid \d+, \d+s\. cursor \d+\n[\s\S]*listening on \d+$/);
		// Input.
		await run({ op: "start", name: "parrot", application: "sh", args: ["parrot.sh"] });
		expect((await run({ op: "send", name: "parrot", text: "hello" })).text).toContain("said: hello");
		// Restart: another process, the same name and log.
		const pid = (await run({ op: "ps" })).details?.processes[0]?.pid;
		const again = await run({ op: "restart", name: "web" });
		expect(again.text).toContain("it is ready");
		expect(again.details?.processes[0]).toMatchObject({ status: "ready", restarts: 1 });
		expect(again.details?.processes[0]?.pid).not.toBe(pid);
		expect(isAlive(pid)).toBe(false);
		expect((await run({ op: "logs", name: "web", grep: "listening" })).text.match(/listening/g)).toHaveLength(2);
		// Stop.
		expect((await run({ op: "stop", name: "web" })).text).toBe("Stopped web.");
		expect((await run({ op: "ps" })).text).toMatch(/^- web: stopped, \d+s, restarted 1× — [^\n]+\n- parrot: running/);
		expect(at.told).toEqual([]);
	},
	60_000,
);

test("readiness goes by a port, too, and is not waited for longer than asked", async () => {
	await using at = await launching();
	const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
	const { port } = free;
	free.stop(true);
	const params = { op: "start", application: process.execPath } as const;
	const web = await at.run({ ...params, name: "web", args: ["server.ts", String(port)], ready: { port } });
	expect(web.text).toContain("it is ready");
	const slow = await at.run({ op: "start", name: "slow", application: "sleep 60", ready: { log: "up", timeout: 0.1 } });
	expect(slow.isError).toBe(true);
	expect(slow.text).toMatch(/^Started slow \(pid \d+\), but it is not ready after 0\.1 s \(a line that matches up\)\./);
	expect((await at.run({ op: "wait", name: "slow", timeout: 0.05 })).useless).toBe(true);
	const dead = await at.run({ op: "start", name: "dead", application: "echo no; exit 4", ready: { log: "up" } });
	expect(dead.text).toBe("dead exited with code 4 before it was ready.\nno");
	expect(dead.isError).toBe(true);
});

test("a process is started again as its policy says", async () => {
	await using at = await launching();
	const started = await at.run({ op: "start", name: "flaky", application: "echo up; exit 1", restart: "on-failure" });
	expect(started.isError).toBeUndefined();
	const own = at.tool;
	await until(async () => ((await runTool(own, { op: "ps" })).details?.processes[0]?.restarts ?? 0) >= 3);
	await at.run({ op: "stop", name: "flaky" });
	const [facts] = (await at.run({ op: "ps" })).details?.processes ?? [];
	expect(facts?.status).toBe("stopped");
	// It ends well, so there is no reason to start it again.
	await at.run({ op: "start", name: "fine", application: "true", restart: "on-failure" });
	expect((await at.run({ op: "wait", name: "fine" })).text).toMatch(/^fine: exited with code 0/);
	await at.run({ op: "start", name: "loop", application: "echo again", restart: "always" });
	await until(async () => {
		const { text } = await at.run({ op: "logs", name: "loop", grep: "^again" });
		return text.split("\n").length > 3;
	});
});

test("input as keys and signals, with a terminal and without", async () => {
	await using at = await launching();
	const { run } = at;
	await run({ op: "start", name: "tty", application: "sh", args: ["-c", "test -t 0 && echo terminal; sleep 60"] });
	await until(async () => (await run({ op: "logs", name: "tty" })).text.includes("terminal"));
	await run({ op: "send", name: "tty", keys: ["CTRL_C"] });
	expect((await run({ op: "wait", name: "tty" })).text).toMatch(/^tty: (?:killed|exited with code 130)/);
	await run({ op: "start", name: "piped", application: "cat; test -t 0 || echo pipe", pty: false });
	expect((await run({ op: "send", name: "piped", text: "half", enter: false })).text).toContain("half");
	await run({ op: "send", name: "piped", keys: ["ENTER", "CTRL_D"] });
	await run({ op: "wait", name: "piped" });
	expect((await run({ op: "logs", name: "piped" })).text).toMatch(/exited with code 0[\s\S]*half\npipe$/);
	await run({
		op: "start",
		name: "trap",
		application: 'trap "echo hangup" HUP; echo set; while :; do sleep 0.05; done',
		ready: { log: "set" },
	});
	expect((await run({ op: "send", name: "trap", signal: "hup" })).text).toContain("hangup");
	await expect(run({ op: "send", name: "trap", signal: "SIGNOT" })).rejects.toThrow("Unknown signal: SIGNOT");
	await expect(run({ op: "send", name: "trap" })).rejects.toThrow("send needs text, keys or signal");
});

test("logs: the beginning, the end, and what is new since", async () => {
	await using at = await launching();
	const { run } = at;
	await run({ op: "start", name: "count", application: "seq 1 2000; sh parrot.sh", ready: { log: "^2000$" } });
	const tail = await run({ op: "logs", name: "count", lines: 2 });
	expect(tail.text).toMatch(/; there are more lines\n1999\n2000$/);
	expect((await run({ op: "logs", name: "count", lines: 2, head: true })).text).toMatch(/\n1\n2$/);
	expect((await run({ op: "logs", name: "count", lines: 5000 })).text.split("\n")).toHaveLength(1001);
	expect((await run({ op: "logs", name: "count", grep: "^10{2}$" })).text).toMatch(/\n100$/);
	// A pattern that keeps a backtracking engine busy for years.
	expect((await run({ op: "logs", name: "count", grep: "^(1+)+x$" })).text).toEndWith("(nothing)");
	await expect(run({ op: "logs", name: "count", grep: "(" })).rejects.toThrow(/^grep: /);
	const cursor = tail.details?.cursor ?? 0;
	expect((await run({ op: "logs", name: "count", cursor })).text).toEndWith("\n(nothing)");
	const following = run({ op: "logs", name: "count", follow: true, cursor });
	await run({ op: "send", name: "count", text: "new" });
	expect((await following).text).toMatch(/\n(?:new|said: new)/);
});

test("the log is bounded, and positions stay valid", async () => {
	await using at = await launching({ maxLogBytes: 100_000 });
	const { run } = at;
	const filler = "x".repeat(90);
	await run({
		op: "start",
		name: "flood",
		application: `i=0; while [ $i -lt 10000 ]; do i=$((i+1)); echo "$i ${filler}"; done; echo end; sleep 60`,
		ready: { log: "^end" },
	});
	const all = await run({ op: "logs", name: "flood", lines: 1000 });
	expect(all.text).toMatch(/\n10000 x+\nend$/);
	const { logFile = "" } = all.details?.processes[0] ?? {};
	expect(Bun.file(logFile).size + Bun.file(`${logFile}.1`).size).toBeLessThan(400_000);
	expect(all.details?.cursor).toBeGreaterThan(900_000);
	const late = await run({ op: "logs", name: "flood", grep: "^10000", cursor: (all.details?.cursor ?? 0) - 150 });
	expect(late.text).toMatch(/\n10000 x+$/);
});

test("the owner is told of an end that nobody asked for", async () => {
	await using at = await launching();
	await at.run({ op: "start", name: "parrot", application: "sh parrot.sh" });
	await at.run({ op: "send", name: "parrot", text: "bye" });
	await until(() => at.told.length > 0);
	expect(at.told).toMatchObject([{ id: "parrot", type: "process", status: "failed", ownerId: "main" }]);
	expect(at.told[0]?.errorText).toMatch(/^Process parrot exited with code 3\. It last printed:\nbye$/);
	expect(at.board.hasRunning("main")).toBe(false);
});

test("processes end with their owner, descendants included; those that persist go on and are found again", async () => {
	await using at = await launching();
	const { run } = at;
	await run({ op: "start", name: "tree", application: "sleep 60 & echo child $!; wait", ready: { log: "child" } });
	const child = Number(/child (\d+)/.exec((await run({ op: "logs", name: "tree" })).text)?.[1]);
	const kept = await run({
		op: "start",
		name: "kept",
		application: "echo up; sleep 60",
		persist: true,
		ready: { log: "up" },
	});
	expect(kept.text).toContain("it is ready");
	await expect(run({ op: "send", name: "kept", text: "x" })).rejects.toThrow("it has no input");
	const [tree, persistent] = (await run({ op: "ps" })).details?.processes ?? [];
	await at.board.endAll("main");
	expect([tree?.pid, child, persistent?.pid].map(isAlive)).toEqual([false, false, true]);
	// Another omp in the same project.
	await using board = new JobBoard({ now: Date.now });
	const other = at.toolFor(at.make(board), at.place.file("repo"), "other");
	const listed = await runTool(other, { op: "ps" });
	expect(listed.content).toMatch(/^- kept: running, pid \d+, \d+s, outlives omp, of another omp — echo up; sleep 60$/);
	expect((await runTool(other, { op: "logs", name: "kept" })).content).toEndWith("\nup");
	await expect(runTool(other, { op: "start", name: "kept", application: "true" })).rejects.toThrow(
		/^A process named kept is already running \(pid \d+\), started by another omp\./,
	);
	await expect(runTool(other, { op: "send", name: "kept", text: "x" })).rejects.toThrow("only signals reach it");
	expect((await runTool(other, { op: "stop", name: "kept" })).content).toBe("Stopped kept.");
	expect(isAlive(persistent?.pid)).toBe(false);
	expect((await runTool(other, { op: "restart", name: "kept" })).content).toContain("it is ready");
	await runTool(other, { op: "stop", name: "kept" });
	// Another project knows nothing of it.
	const elsewhere = at.toolFor(at.make(), at.place.path);
	expect((await runTool(elsewhere, { op: "ps" })).content).toBe("No processes.");
});

test("a stop by another omp holds against the restart policy", async () => {
	await using at = await launching();
	await at.run({ op: "start", name: "stubborn", application: "sleep 60", restart: "always" });
	await using board = new JobBoard({ now: Date.now });
	const other = at.toolFor(at.make(board));
	expect((await runTool(other, { op: "stop", name: "stubborn" })).content).toBe("Stopped stubborn.");
	expect((await runTool(other, { op: "ps" })).content).toBe("No processes.");
	expect((await at.run({ op: "wait", name: "stubborn" })).text).toMatch(/^stubborn: stopped/);
});

test("a record whose process number belongs to somebody else by now is of no process", async () => {
	await using at = await launching();
	await at.run({ op: "start", name: "a", application: "sleep 60" });
	const { logFile = "" } = (await at.run({ op: "ps" })).details?.processes[0] ?? {};
	const file = logFile.replace(/a\.log$/, "old.json");
	const record = JSON.parse(await Bun.file(file.replace(/old\.json$/, "a.json")).text());
	const bystander = Bun.spawn(["sleep", "60"]);
	const old = { ...record, spec: { ...record.spec, name: "old" }, pid: bystander.pid, ownerPid: 0 };
	await Bun.write(file, JSON.stringify(old));
	expect((await at.run({ op: "ps" })).text).not.toContain("old");
	expect((await at.run({ op: "stop", name: "old" })).text).toBe("old has already ended.");
	await at.run({ op: "start", name: "old", application: "sleep 60" });
	expect(isAlive(bystander.pid)).toBe(true);
	bystander.kill();
});

test("bad calls say what is wrong", async () => {
	await using at = await launching();
	const { run } = at;
	const start = (params: Partial<LaunchParams>) => run({ op: "start", name: "x", application: "true", ...params });
	for (const name of ["", "../x", "a/b", "-x", "x".repeat(49), "x.json", "a b", "x\n"]) {
		await expect(start({ name })).rejects.toThrow(/^name must be 1 to 48 letters/);
	}
	await expect(start({ application: " " })).rejects.toThrow("application is required for start");
	await expect(start({ application: "no-such-program-here" })).rejects.toThrow(
		/^Cannot start no-such-program-here: no such program on the PATH/,
	);
	await expect(start({ cwd: "nowhere" })).rejects.toThrow(/^No such folder: .*nowhere$/);
	await expect(start({ ready: { log: "(" } })).rejects.toThrow(/^ready\.log is not a regular expression/);
	for (const port of [0, -1, 65_536, 1.5]) {
		await expect(start({ ready: { port } })).rejects.toThrow("ready.port must be a number from 1 to 65535");
	}
	await expect(start({ env: { "A=B": "x" } })).rejects.toThrow("Not a name of a variable: A=B");
	await expect(run({ op: "logs" })).rejects.toThrow("name is required for logs");
	await expect(run({ op: "stop", name: "nope" })).rejects.toThrow("No process is named nope. There are none.");
	await start({ name: "a", application: "sleep 60" });
	await expect(start({ name: "a" })).rejects.toThrow(/^A process named a is already running \(pid \d+\)\. Use restart/);
	await expect(run({ op: "stop", name: "nope" })).rejects.toThrow("There are: a");
	// A name that could not be started is free again, and one that failed can be started anew.
	expect((await start({})).text).toStartWith("x exited with code 0 at once.");
	expect((await start({})).text).toStartWith("x exited with code 0 at once.");
	const described = await start({ name: "env", application: "sleep 60", env: { TOKEN: "secret" } });
	expect(described.text).toStartWith("Started env");
	const { text } = await run({ op: "describe", name: "env" });
	expect(text).toContain("Variables: TOKEN\nTerminal: yes\nReady: no check\nRestart: no\nLog: ");
	expect(text).not.toContain("secret");
});

test("damaged records and odd files in the folder are passed over", async () => {
	await using at = await launching();
	await at.run({ op: "start", name: "a", application: "sleep 60" });
	const { logFile = "" } = (await at.run({ op: "ps" })).details?.processes[0] ?? {};
	const folder = logFile.slice(0, logFile.lastIndexOf("/"));
	await Bun.write(`${folder}/broken.json`, "{");
	await Bun.write(`${folder}/list.json`, "[]");
	await Bun.spawn(["mkfifo", `${folder}/pipe.json`]).exited;
	expect(existsSync(`${folder}/pipe.json`)).toBe(true);
	expect((await at.run({ op: "ps" })).details?.processes.map(({ name }) => name)).toEqual(["a"]);
	await at.run({ op: "start", name: "broken", application: "sleep 60" });
});

test("a command is judged like one of bash, and input is never free", async () => {
	await using at = await launching();
	const { approval } = at.tool;
	const judge = async (params: LaunchParams) => {
		const judged = typeof approval === "function" ? await approval(params) : approval;
		return typeof judged === "object" ? judged : { tier: judged };
	};
	const start = (application: string, args?: string[]) =>
		judge({ op: "start", name: "x", application, ...(args && { args }) });
	for (const op of ["ps", "logs", "wait", "describe"] as const) expect(await judge({ op })).toEqual({ tier: "read" });
	expect(await judge({ op: "stop", name: "x" })).toEqual({ tier: "write" });
	expect(await start("ls")).toEqual({ tier: "write" });
	expect(await start("curl", ["http://x.test"])).toMatchObject({ tier: "exec" });
	expect(await start("rm", ["-rf", "/"])).toMatchObject({ tier: "exec", override: true });
	expect(await start("bash", ["-c", "rm -rf /"])).toMatchObject({ tier: "exec", override: true });
	expect(await start("echo hi; rm -rf ~")).toMatchObject({ tier: "exec", override: true });
	expect(await judge({ op: "send", name: "x", text: "ls" })).toMatchObject({ tier: "exec" });
	expect(await judge({ op: "send", name: "x", text: "rm -rf /" })).toMatchObject({ tier: "exec", override: true });
	expect(await judge({ op: "send", name: "x", keys: ["UP", "ENTER"] })).toMatchObject({ tier: "exec" });
});

test("the tool is not offered by itself, whatever runs in the background", async () => {
	await using place = await workspace({});
	const services = testServices(place.path, { processes: { load: () => Promise.reject(), isInUse: () => true } });
	const tool = launch.create?.(services);
	services.jobs.board.start({
		type: "bash",
		label: "x",
		ownerId: "Main",
		run: async () => ({ text: "", isError: false }),
	});
	expect(tool?.onDemand?.()).toBe(false);
	expect(launch.create?.({ ...services, settings: testSettings({ "bash.enabled": false }) })).toBeUndefined();
});

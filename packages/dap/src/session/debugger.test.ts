import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { isRunning, startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";
import { until } from "@oh-my-pi/pi-testkit/until";
import { oddScript, patient, startOdd, testDebugger, type Way } from "../testing/odd-debugger.ts";
import type { Debugger } from "./debugger.ts";
import { SessionRequests } from "./session-requests.ts";

const failing = async (behavior: string, more = {}) => {
	await using target = testDebugger();
	await expect(startOdd(target, behavior, "stdio", more)).rejects.toThrow();
	return startOdd(target, behavior, "stdio", more).catch((error: Error) => error.message);
};

/** Processes of a debugger, by the variable in their environment. */
function processesOf(value: string): number[] {
	const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
	return pids.filter((pid) => {
		try {
			return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`OMP_TEST_DEBUG=${value}`);
		} catch {
			return false;
		}
	});
}

test("an adapter that ends at once is named with its status and its errors", async () => {
	expect(await failing("crash")).toBe("DAP adapter exited (code 3): cannot find libodd.so");
});

test("an adapter that never answers is given up after the time limit and killed", async () => {
	const value = crypto.randomUUID();
	await using target = testDebugger({ mark: { name: "OMP_TEST_DEBUG", value } });
	await expect(startOdd(target, "hang", "stdio", { timeoutMs: 300 })).rejects.toThrow(
		"DAP request initialize timed out after 300ms",
	);
	expect(processesOf(value)).toEqual([]);
});

test("a missing program and broken framing end a launch with the reason", async () => {
	await using target = testDebugger();
	const start = startOdd(target);
	await start;
	await target.terminate();
	expect(await failing("garbage")).toBe(
		'DAP adapter odd ended: a header without a Content-Length: "Listening for a debugger ..."',
	);
	expect(await failing("not-json")).toBe("DAP adapter odd ended: a message that is not JSON");
	expect(await failing("huge")).toBe("DAP adapter odd ended: a message of 999999999 bytes, more than 33554432");
	const adapter = { definition: { ...oddMissing }, command: "/no/such/adapter", args: [] };
	await expect(startOdd(target, "", "stdio", { adapter })).rejects.toThrow(
		'DAP adapter missing: Cannot start "/no/such/adapter": no such program',
	);
});

const oddMissing = {
	name: "missing",
	command: "/no/such/adapter",
	args: [],
	connectMode: "stdio",
	languages: [],
	fileTypes: [],
	rootMarkers: [],
	launchDefaults: {},
	attachDefaults: {},
	acceptsDirectoryProgram: false,
} as const;

test("a refused launch brings the output that explains it", async () => {
	expect(await failing("refuses-launch")).toBe("Failed to launch: build error\nmain.odd:3: syntax error");
});

test.each<Way>(["stdio", "tcp", "unix", "call-back"])(
	"a session over %s stops, steps, evaluates and ends",
	async (way) => {
		await using target = testDebugger();
		target.breakpoints.setSource("/src/odd.c", { line: 5 });
		const session = await startOdd(target, "", way);
		expect(await session.wait(patient)).toBe("stopped");
		expect(session.current.stop).toEqual({ reason: "breakpoint", threadId: 7 });
		expect(session.findStatus("/src/odd.c", 0)).toEqual({ id: 1, verified: true, line: 5 });
		const requests = new SessionRequests(session, patient);
		expect((await requests.stackTrace(5)).map(({ name, line }) => [name, line])).toEqual([
			["inner", 5],
			["outer", 9],
		]);
		expect(await session.resume("next", { ...patient, threadId: 7 })).toBe("stopped");
		await requests.stackTrace(1);
		expect(await requests.evaluate("count", { context: "repl" })).toEqual({
			result: "count at frame 100",
			variablesReference: 0,
		});
		await expect(requests.evaluate("bad", { context: "repl" })).rejects.toThrow("no such name: bad");
		expect(await session.resume("continue", { ...patient, threadId: 7 })).toBe("ended");
		expect([session.state, session.exitCode]).toEqual(["ended", 0]);
		expect(session.output.all().text).toContain("started 0\n");
	},
);

test("a program that runs past the time limit is still running, and can be paused", async () => {
	await using target = testDebugger();
	const session = await startOdd(target, "never-stops");
	expect(await session.wait({ timeoutMs: 50 })).toBe("running");
	expect(await session.pause(7, patient)).toBe("stopped");
	expect(session.current.stop?.reason).toBe("pause");
});

test("an adapter that dies while the program runs ends the session with its errors", async () => {
	await using target = testDebugger();
	const session = await startOdd(target, "dies");
	await session.wait(patient);
	expect(await session.resume("continue", { ...patient, threadId: 7 })).toBe("ended");
	expect(session.root.endReason).toBe("DAP adapter exited (code 9): segmentation fault in the adapter");
	expect(target.active).toBeUndefined();
	expect(() => target.requireActive()).toThrow("No active debug session. Launch or attach first.");
});

test("a refused step leaves the program stopped", async () => {
	await using target = testDebugger();
	const session = await startOdd(target, "refuses-step");
	await session.wait(patient);
	await expect(session.resume("next", { ...patient, threadId: 7 })).rejects.toThrow("cannot step here");
	expect(session.state).toBe("stopped");
});

test("a flood of output is read to its end and only the last 128 KiB are kept", async () => {
	await using target = testDebugger();
	const session = await startOdd(target, "floods");
	await session.wait(patient);
	expect(await session.resume("continue", { timeoutMs: 60_000, threadId: 7 })).toBe("ended");
	const { text, dropped } = session.output.all();
	expect(text.endsWith("x\nthe last line\n")).toBe(true);
	expect(text.length).toBeLessThan(256 * 1024);
	expect(dropped).toBeGreaterThan(100_000_000);
}, 90_000);

test("a child that left its group and lost its parent is killed with the session", async () => {
	const value = crypto.randomUUID();
	await using target = testDebugger({ mark: { name: "OMP_TEST_DEBUG", value } });
	const session = await startOdd(target, "forks");
	await session.wait(patient);
	const pid = Number(/forked (\d+)/.exec(session.output.all().text)?.[1]);
	const startedAt = startTimeOf(pid) ?? "";
	expect(isRunning(pid, startedAt)).toBe(true);
	await target.terminate();
	expect(isRunning(pid, startedAt)).toBe(false);
	expect(processesOf(value)).toEqual([]);
});

test("an adapter that ignores every goodbye is killed", async () => {
	const value = crypto.randomUUID();
	await using target = testDebugger({ mark: { name: "OMP_TEST_DEBUG", value } });
	await startOdd(target, "ignores-terminate");
	await target.terminate();
	expect(processesOf(value)).toEqual([]);
});

test("a program for a terminal runs without one, its output is kept, and it ends with the session", async () => {
	const value = crypto.randomUUID();
	await using target = testDebugger({ mark: { name: "OMP_TEST_DEBUG", value } });
	const session = await startOdd(target, "reverse");
	await session.wait(patient);
	await until(() => session.output.all().text.includes("in terminal yes"));
	const { text } = session.output.all();
	const pid = Number(/runInTerminal: \{"processId":(\d+)\}/.exec(text)?.[1]);
	expect(isRunning(pid, startTimeOf(pid) ?? "")).toBe(true);
	expect(text).toContain("startDebugging: Child sessions need an adapter that listens on a port");
	await target.terminate();
	expect(processesOf(value)).toEqual([]);
});

test("a request that omp does not know is refused", async () => {
	await using target = testDebugger();
	const session = await startOdd(target, "unknown-request");
	await session.wait(patient);
	expect(session.output.all().text).toContain("makeCoffee: Unsupported request: makeCoffee");
});

test("child sessions of child sessions get the breakpoints, and the one that stops is asked", async () => {
	await using target = testDebugger();
	target.breakpoints.setSource("/src/odd.c", { line: 5 });
	const session = await startOdd(target, "nested", "tcp");
	expect(await session.wait(patient)).toBe("stopped");
	expect(session.nodes.map(({ id, state }) => [id, state])).toEqual([
		["debug-1", "running"],
		["debug-1.1", "running"],
		["debug-1.1.1", "stopped"],
	]);
	expect(session.current.id).toBe("debug-1.1.1");
	expect(session.nodes.map(({ statuses }) => statuses.get("/src/odd.c")?.length)).toEqual([1, 1, 1]);
	target.breakpoints.setSource("/src/odd.c", { line: 8 });
	await session.sendBreakpoints("/src/odd.c", patient);
	expect(session.nodes.map(({ statuses }) => statuses.get("/src/odd.c")?.length)).toEqual([2, 2, 2]);
	// The child ends, the others go on.
	expect(await session.resume("continue", { ...patient, threadId: 7 })).toBe("ended");
	expect(session.nodes.map(({ state }) => state)).toEqual(["running", "running", "ended"]);
	expect(session.state).toBe("running");
});

test("there is one session at a time, and another after it", async () => {
	await using target = testDebugger();
	await startOdd(target);
	await expect(startOdd(target)).rejects.toThrow(
		"Debug session debug-1 is still active. Terminate it before launching another.",
	);
	expect((await target.terminate())?.id).toBe("debug-1");
	expect(await target.terminate()).toBeUndefined();
	expect((await startOdd(target)).id).toBe("debug-2");
});

test("a session that nobody asks anything is ended, and the next request says why", async () => {
	const value = crypto.randomUUID();
	await using target = testDebugger({ idleMs: 50, mark: { name: "OMP_TEST_DEBUG", value } });
	await startOdd(target);
	target.touch();
	await until(() => target.active === undefined);
	expect(() => target.requireActive()).toThrow(
		"No active debug session. Launch or attach first. The last session was ended after 0 minutes without a call.",
	);
	await until(() => processesOf(value).length === 0);
});

test("an aborted launch leaves nothing behind", async () => {
	const value = crypto.randomUUID();
	await using target = testDebugger({ mark: { name: "OMP_TEST_DEBUG", value } });
	const controller = new AbortController();
	const start = startOdd(target, "hang", "stdio", { signal: controller.signal });
	await until(() => processesOf(value).length > 0);
	controller.abort(new Error("stopped by the user"));
	await expect(start).rejects.toThrow("stopped by the user");
	expect(processesOf(value)).toEqual([]);
});

test("nothing of a session outlives the process that had it, even by SIGKILL", async () => {
	const value = crypto.randomUUID();
	const program = `
		import { startOdd, testDebugger, patient } from ${JSON.stringify(oddScript.replace("odd-adapter", "odd-debugger"))};
		const target = testDebugger({ mark: { name: "OMP_TEST_DEBUG", value: ${JSON.stringify(value)} } });
		const session = await startOdd(target, "forks");
		await session.wait(patient);
		console.log("stopped");
		await new Promise(() => {});`;
	const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe", env: { ...process.env } });
	const reader = child.stdout.getReader();
	await reader.read();
	expect(processesOf(value).length).toBeGreaterThan(1);
	child.kill("SIGKILL");
	await child.exited;
	await until(() => processesOf(value).length === 0);
}, 60_000);

test("time limits, missing threads and frames have their texts", async () => {
	await using target: Debugger = testDebugger();
	const session = await startOdd(target, "no-threads");
	const requests = new SessionRequests(session, { timeoutMs: 50 });
	await expect(requests.custom("never", {})).rejects.toThrow("DAP request never timed out after 50ms");
	await session.wait(patient);
	session.current.markStopped({ reason: "entry" });
	await expect(new SessionRequests(session, patient).threadId()).rejects.toThrow("Debugger reported no threads.");
	await expect(requests.scopes()).rejects.toThrow("No active stack frame. Run stack_trace first or supply frame_id.");
	await target.terminate();
	await expect(requests.custom("echo", {})).rejects.toThrow("DAP adapter odd is not running");
});

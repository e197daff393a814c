import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ServerDefinition } from "../contract/server-definition.ts";
import { isRunning } from "../testing/is-running.ts";
import { clientInfo, oddDefinition, patient } from "../testing/odd-definition.ts";
import { LanguageServerPool, type PoolOptions } from "./language-server-pool.ts";

const minuteMs = 60_000;

function startPool(definitions: readonly ServerDefinition[], options: Partial<PoolOptions> = {}) {
	const clock = { nowMs: 0 };
	const pool = new LanguageServerPool({
		root: "/tmp",
		definitions,
		env: process.env,
		now: () => clock.nowMs,
		clientInfo,
		...options,
	});
	return { pool, clock, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

const stateOf = (pool: LanguageServerPool) => pool.states()[0]?.state;

test("a server is started once for all who ask at the same time, and not before", async () => {
	const definition = oddDefinition();
	await using started = startPool([definition]);
	const { pool } = started;
	expect(pool.states()).toEqual([{ name: "odd", state: "not started", openFiles: 0, log: "" }]);
	const [first, second] = await Promise.all([pool.client(definition, patient), pool.client(definition, patient)]);
	expect(first).toBe(second);
	expect(pool.runningClient("odd")).toBe(first);
	first.sync("/tmp/a.odd", "x");
	const [state] = pool.states();
	expect(state).toMatchObject({ name: "odd", state: "ready", openFiles: 1 });
	expect([state?.pid, (state?.residentBytes ?? 0) > 0]).toEqual([first.pid, true]);
});

test("whoever stops waiting does not stop the start", async () => {
	const definition = oddDefinition();
	await using started = startPool([definition]);
	const abort = new AbortController();
	const aborted = started.pool.client(definition, { signal: abort.signal });
	abort.abort(new Error("stopped"));
	await expect(aborted).rejects.toThrow("stopped");
	expect((await started.pool.client(definition, patient)).pid).toBeGreaterThan(0);
});

for (const [behavior, problem] of [
	["crashes-at-once", "it exited with code 3:\nno such database"],
	["refuses", "no license"],
	["hangs", "it did not answer initialize within 0.5 s"],
	["length-too-small", "a message that is no JSON"],
	["length-too-large", "a message that is no JSON"],
	["length-negative", "a header without a Content-Length"],
	["length-vast", "a message of 99999999999 bytes, more than"],
	["prints-text", 'a header without a Content-Length: \\"Listening on port 3000\\"'],
] as const) {
	test(`a server that ${behavior} is not started again for three minutes, or until it is reloaded`, async () => {
		const definition = oddDefinition(behavior);
		await using started = startPool([definition], { initializeTimeoutMs: behavior === "hangs" ? 500 : 20_000 });
		const { pool, clock } = started;
		const expected = problem.replaceAll('\\"', '"');
		const failure = await pool.client(definition, patient).catch((error: unknown) => error);
		expect(failure).toMatchObject({ name: "ServerError", kind: "start" });
		expect(String(failure).replaceAll('\\"', '"')).toContain(expected);
		expect(stateOf(pool)).toBe("failed");
		clock.nowMs = 2 * minuteMs;
		await expect(pool.client(definition, patient)).rejects.toThrow("odd cannot be started");
		expect(stateOf(pool)).toBe("failed");
		expect(await pool.reload("odd", patient)).toBe("restarted");
		expect(stateOf(pool)).toBe("not started");
	});
}

test("a program that is not there is named", async () => {
	const definition = oddDefinition("", { command: "/no/such/server" });
	await using started = startPool([definition]);
	await expect(started.pool.client(definition, patient)).rejects.toThrow(
		'Cannot start "/no/such/server": no such program',
	);
	expect(stateOf(started.pool)).toBe("failed");
});

test("a server that crashes is started again once, then given up for three minutes with its last words", async () => {
	const definition = oddDefinition();
	await using started = startPool([definition]);
	const { pool, clock } = started;
	const crash = async () => {
		const client = await pool.client(definition, patient);
		await client.request("odd/crash", {}, patient).catch(() => {});
		await until(() => stateOf(pool) !== "ready");
	};
	await crash();
	expect(pool.states()[0]).toMatchObject({
		state: "stopped",
		problem: expect.stringContaining("odd crashed: it exited"),
	});
	clock.nowMs = minuteMs;
	await crash();
	expect(stateOf(pool)).toBe("failed");
	await expect(pool.client(definition, patient)).rejects.toThrow(
		"odd crashed again: it exited with code 9:\nsegmentation fault",
	);
	clock.nowMs = 5 * minuteMs;
	expect((await pool.client(definition, patient)).pid).toBeGreaterThan(0);
});

test("a server that eats memory is started again once, then given up", async () => {
	const definition = oddDefinition();
	await using started = startPool([definition], { maxResidentBytes: 400 * 1024 * 1024, sweepMs: 20 });
	const { pool } = started;
	for (const state of ["stopped", "failed"]) {
		const client = await pool.client(definition, patient);
		const { pid } = client;
		await client.request("odd/eat", { bytes: 500 * 1024 * 1024 }, patient).catch(() => {});
		await until(() => stateOf(pool) === state);
		await until(() => !isRunning(pid));
	}
	await expect(pool.client(definition, patient)).rejects.toThrow(
		/MiB of memory, more than 400 MiB, for the second time$/,
	);
});

verifies("tools-code-web:lsp:lazy-start", async () => {
	const definition = oddDefinition();
	await using started = startPool([definition], { idleTimeoutMs: 50, sweepMs: 10 });
	const { pool } = started;
	expect([stateOf(pool), pool.runningClient("odd")]).toEqual(["not started", undefined]);
	const { pid } = await pool.client(definition, patient);
	expect(isRunning(pid)).toBe(true);
	await until(() => stateOf(pool) === "stopped");
	await until(() => !isRunning(pid));
	// It is started again when it is needed.
	expect((await pool.client(definition, patient)).pid).not.toBe(pid);
});

for (const behavior of ["", "ignores-shutdown", "deaf"]) {
	test(`nothing is left of a server${behavior && ` that is ${behavior}`} when the pool is disposed`, async () => {
		const definition = oddDefinition(behavior);
		const { pool } = startPool([definition]);
		const client = await pool.client(definition, patient);
		const pids = [client.pid];
		if (behavior === "deaf") {
			await expect(client.request("odd/received", {}, { ...patient, timeoutMs: 50 })).rejects.toThrow("timed out");
			client.sync("/tmp/a.odd", "x".repeat(4 * 1024 * 1024));
		} else pids.push(Number(await client.request("odd/child", {}, patient)));
		expect(pids.every(isRunning)).toBe(true);
		await pool[Symbol.asyncDispose]();
		await until(() => !pids.some(isRunning));
		await expect(pool.client(definition, patient)).rejects.toThrow("have been stopped");
	});
}

test("disposing while a server hangs in its start ends it", async () => {
	const definition = oddDefinition("hangs");
	const { pool } = startPool([definition]);
	const failure = pool.client(definition, patient).catch((error: unknown) => error);
	const pid = await until(() => pool.states()[0]?.pid);
	await pool[Symbol.asyncDispose]();
	expect(await failure).toMatchObject({ kind: "start" });
	await until(() => !isRunning(pid));
});

test("a server that registered for settings is reloaded, any other is restarted", async () => {
	const definition = oddDefinition();
	await using started = startPool([definition]);
	const { pool } = started;
	const client = await pool.client(definition, patient);
	const registrations = [{ id: "1", method: "workspace/didChangeConfiguration" }];
	await client.request("odd/ask", { method: "client/registerCapability", params: { registrations } }, patient);
	expect(await pool.reload("odd", patient)).toBe("reloaded");
	expect(pool.runningClient("odd")).toBe(client);
	await client.request(
		"odd/ask",
		{ method: "client/unregisterCapability", params: { unregisterations: registrations } },
		patient,
	);
	expect(await pool.reload("odd", patient)).toBe("restarted");
	expect(pool.runningClient("odd")).toBeUndefined();
	await expect(pool.reload("other", patient)).rejects.toThrow("No language server other is configured");
});

test("type servers come before linters, and new definitions end only the servers that changed", async () => {
	const linter = oddDefinition("", { name: "linter", isLinter: true });
	const definition = oddDefinition();
	await using started = startPool([linter, definition]);
	const { pool } = started;
	expect(pool.forFile("/tmp/a.odd")).toEqual([definition, linter]);
	expect(pool.forFile("/tmp/a.ts")).toEqual([]);
	const kept = await pool.client(definition, patient);
	const ended = await pool.client(linter, patient);
	await pool.update([{ ...definition }, { ...linter, settings: { strict: true } }]);
	expect(pool.runningClient("odd")).toBe(kept);
	expect(pool.runningClient("linter")).toBeUndefined();
	await until(() => !isRunning(ended.pid));
});

import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { connectServer } from "./connect-server.ts";
import type { Params, ServerConfig, ServerPorts } from "./server/server-config.ts";

const script = join(import.meta.dir, "testing/odd-server.ts");

function odd(behavior = "", config: Partial<ServerConfig> = {}, ports: Partial<ServerPorts> = {}, file = "") {
	return connectServer(
		{ name: "odd", transport: "stdio", command: process.execPath, args: [script, behavior, file], ...config },
		{ clientInfo: { name: "test", version: "1" }, newId: () => "unique", ...ports },
	);
}

function logFile(): { readonly path: string; readonly messages: () => Params[] } {
	const path = join(mkdtempSync(join(tmpdir(), "mcp-log-")), "messages");
	const messages = () => {
		if (!existsSync(path)) return [];
		const lines = readFileSync(path, "utf8").split("\n");
		return lines.filter(Boolean).map((line): Params => JSON.parse(line));
	};
	return { path, messages };
}

const isRunning = (pid: number) => {
	try {
		process.kill(pid, 0);
		return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
	} catch {
		return false;
	}
};

verifies("mcp:handshake:initialize", async () => {
	const log = logFile();
	await using server = await odd("old", {}, {}, log.path);
	expect(server.protocolVersion).toBe("2024-10-07");
	expect(server.serverInfo).toEqual({ name: "odd", version: "1" });
	expect(server.instructions).toBe("Be kind.");
	await server.listTools();
	expect(
		log
			.messages()
			.map(({ method }) => method)
			.slice(0, 3),
	).toEqual(["initialize", "notifications/initialized", "tools/list"]);
});

verifies("mcp:handshake:lists-paged", async () => {
	await using server = await odd();
	expect((await server.listTools()).map(({ name }) => name)).toEqual(["tool0", "tool1", "tool2"]);
});

test("a list whose cursor never changes ends", async () => {
	await using server = await odd("endless-list");
	expect((await server.listTools()).map(({ name }) => name)).toEqual(["t", "tsame"]);
});

verifies("mcp:handshake:timeout", async () => {
	const log = logFile();
	const failure = odd("never-answers", { timeoutMs: 1500 }, {}, log.path);
	await expect(failure).rejects.toThrow('Connection to MCP server "odd" timed out after 1500ms');
	expect(log.messages().map(({ method }) => method)).toEqual(["initialize"]);
});

test("a server that ends at once is named with what it said", async () => {
	await expect(odd("dies-at-once")).rejects.toThrow("it exited with code 3:\nno such database");
	await expect(odd("", { command: "/no/such/program" })).rejects.toThrow('Cannot start "/no/such/program"');
});

verifies("mcp:request:server-ping-and-roots", async () => {
	const log = logFile();
	const roots = [{ uri: "file:///work", name: "work" }];
	await using server = await odd("", {}, { roots: () => roots }, log.path);
	await server.callTool("ask-back", {});
	const answers = () => log.messages().filter(({ id }) => String(id).startsWith("back-"));
	await until(() => answers().length === 4);
	const byId = Object.fromEntries(answers().map((answer) => [answer.id, answer]));
	expect(byId["back-0"]?.result).toEqual({});
	expect(byId["back-1"]?.result).toEqual({ roots });
	const refusal = (method: string) => ({ code: -32_601, message: `Unsupported server request: ${method}` });
	expect(byId["back-2"]?.error).toEqual(refusal("sampling/createMessage"));
	expect(byId["back-3"]?.error).toEqual(refusal("made/up"));
});

verifies("mcp:request:id-format", async () => {
	for (const [requestIdFormat, ids] of [
		["number", [1, 2, 3]],
		["string", ["1-unique", "2-unique", "3-unique"]],
	] as const) {
		const log = logFile();
		await using server = await odd("", { requestIdFormat }, {}, log.path);
		await server.ping();
		await server.callTool("ok", {});
		expect(log.messages().flatMap(({ id }) => id ?? [])).toEqual([...ids]);
	}
});

verifies("mcp:request:unknown-id-ignored", async () => {
	const problems: string[] = [];
	await using server = await odd("wrong-ids", {}, { onProblem: (problem) => problems.push(problem) });
	expect((await server.callTool("ok", {})).content).toEqual([{ type: "text", text: "ok" }]);
	expect(problems).toEqual(['MCP server "odd" answers requests that are not open']);
});

verifies("mcp:stdio:robust", async () => {
	const problems: string[] = [];
	const onProblem = (problem: string) => problems.push(problem);
	{
		await using server = await odd("garbage", {}, { onProblem });
		expect(await server.listTools()).toHaveLength(3);
		expect(problems).toEqual(['MCP server "odd" writes text that is no JSON-RPC message to its standard output']);
	}
	{
		await using server = await odd("stderr-flood");
		await server.ping();
		await until(() => server.stderr.includes(" 19999"));
		expect(server.stderr.length).toBeLessThanOrEqual(16 * 1024);
	}
	const reasons: string[] = [];
	await using server = await odd("", {}, { onClose: (reason) => reasons.push(reason) });
	const calls = [server.callTool("never", {}), server.callTool("never", {}), server.callTool("die", {})];
	const outcomes = await Promise.allSettled(calls);
	expect(outcomes.map((outcome) => outcome.status === "rejected" && String(outcome.reason))).toEqual(
		Array(3).fill("ServerError: Transport closed"),
	);
	await expect(server.ping()).rejects.toThrow("Transport closed");
	expect(reasons).toHaveLength(1);
});

verifies("mcp:stdio:blocked-pipe", async () => {
	await using server = await odd("stops-reading", { timeoutMs: 10_000 });
	const text = "x".repeat(4 * 1024 * 1024);
	const stuck = server.callTool("ok", { text }, { timeoutMs: 300 });
	await expect(stuck).rejects.toThrow("Request timeout after 300ms");
	const abort = new AbortController();
	const aborted = server.callTool("ok", { text }, { signal: abort.signal });
	abort.abort(new Error("the user said so"));
	await expect(aborted).rejects.toThrow("the user said so");
});

verifies("mcp:stdio:close-kills-tree", async () => {
	const server = await odd();
	const { content } = await server.callTool("pid", {});
	const pids = [server.pid ?? 0, Number(content[0]?.text)];
	expect(pids.map(isRunning)).toEqual([true, true]);
	await server.close();
	await until(() => !pids.some(isRunning));
});

test("a huge answer fails its request, and the server goes on", async () => {
	const problems: string[] = [];
	const ports = { onProblem: (problem: string) => problems.push(problem) };
	await using server = await odd("", { maxMessageBytes: 1024 * 1024 }, ports);
	await expect(server.callTool("huge", {})).rejects.toThrow("The answer is too large");
	expect(problems).toHaveLength(1);
	await server.ping();
});

test("a flood of notifications arrives, and odd contents are left out", async () => {
	let count = 0;
	await using server = await odd("", {}, { onNotification: () => count++ });
	await server.callTool("flood", {});
	expect(count).toBe(50_000);
	expect((await server.callTool("odd-content", {})).content).toEqual([
		{ type: "hologram" },
		{ type: "text", text: "kept" },
	]);
});

test("progress is told, and cancellation names the request", async () => {
	const log = logFile();
	await using server = await odd("", {}, {}, log.path);
	const progress: number[] = [];
	await server.callTool("progress", {}, { onProgress: (update) => progress.push(update.progress) });
	expect(progress).toEqual([1, 2]);
	const abort = new AbortController();
	const call = server.callTool("never", {}, { signal: abort.signal });
	await until(() => log.messages().length === 4);
	abort.abort();
	await expect(call).rejects.toThrow();
	await until(() => log.messages().length === 5);
	expect(log.messages().at(-1)).toMatchObject({ method: "notifications/cancelled", params: { requestId: 3 } });
});

test("an error of the server carries its code", async () => {
	await using server = await odd();
	const call = server.callTool("refuse", {});
	await expect(call).rejects.toMatchObject({
		message: "MCP error -32602: bad arguments",
		kind: "answer",
		code: -32_602,
	});
});

test("a request does not time out while the server waits for the user", async () => {
	const elicit = async () => {
		await Bun.sleep(1500);
		return { action: "accept", content: { name: "Ada" } };
	};
	await using server = await odd("", { timeoutMs: 10_000 }, { elicit });
	const { content } = await server.callTool("ask-user", {}, { timeoutMs: 1000 });
	expect(String(content[0]?.text)).toContain("Ada");
	await expect(server.callTool("never", {}, { timeoutMs: 200 })).rejects.toThrow("Request timeout after 200ms");
});

test("a call as a task is asked about until it is done, and cancelled when it is aborted", async () => {
	{
		await using server = await odd();
		const told: unknown[] = [];
		const onProgress = ({ message }: { message?: string }) => told.push(message);
		const { content } = await server.callTool("task", {}, { asTask: true, onProgress });
		expect(content).toEqual([{ type: "text", text: "researched" }]);
		expect(told).toEqual(["begun", "step 1", "step 2"]);
		// A server that answers at once.
		expect((await server.callTool("ok", {}, { asTask: true })).content).toEqual([{ type: "text", text: "ok" }]);
	}
	const log = logFile();
	await using server = await odd("endless-task", {}, {}, log.path);
	const abort = new AbortController();
	const call = server.callTool("task", {}, { asTask: true, signal: abort.signal });
	const sent = (method: string) => log.messages().some((message) => message.method === method);
	await until(() => sent("tasks/get"));
	abort.abort(new Error("enough"));
	await expect(call).rejects.toThrow("enough");
	await until(() => sent("tasks/cancel"));
});

test("a result of 200 MB fails its request, and is not kept", async () => {
	await using server = await odd();
	const callOnce = async () => {
		await expect(server.callTool("vast", {})).rejects.toThrow("The answer is too large");
		expect((await server.callTool("ok", {})).content).toEqual([{ type: "text", text: "ok" }]);
		Bun.gc(true);
		return process.memoryUsage().rss;
	};
	// What was freed stays with the allocator, so the first call alone says nothing.
	const before = await callOnce();
	await callOnce();
	await callOnce();
	expect((await callOnce()) - before).toBeLessThan(300 * 1024 * 1024);
}, 30_000);

test("an answer that comes after its time is dropped", async () => {
	const problems: string[] = [];
	await using server = await odd("", {}, { onProblem: (problem) => problems.push(problem) });
	await expect(server.callTool("late", {}, { timeoutMs: 50 })).rejects.toThrow("Request timeout after 50ms");
	await until(() => problems.length === 1);
	expect(problems).toEqual(['MCP server "odd" answers requests that are not open']);
	expect((await server.callTool("ok", {})).content).toEqual([{ type: "text", text: "ok" }]);
});

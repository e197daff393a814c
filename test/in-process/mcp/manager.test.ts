import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { mcpCommand } from "../../../packages/coding-agent/src/features/mcp/commands/mcp.ts";
import type { FoundServer } from "../../../packages/coding-agent/src/features/mcp/servers/load-servers.ts";
import { mcpKey } from "../../../packages/coding-agent/src/features/mcp/session/mcp-key.ts";
import { McpManager } from "../../../packages/coding-agent/src/features/mcp/session/mcp-manager.ts";
import { mcpSession } from "../../../packages/coding-agent/src/features/mcp/session/mcp-session.ts";
import type { Workbench } from "../../../packages/coding-agent/src/workbench/workbench.ts";
import { scriptedWorkbench } from "../../extending/scripted-workbench.ts";

function notificationsOf({ features }: Workbench) {
	const service = features.find(mcpKey);
	if (!service) throw new Error("MCP is not running");
	return service.notifications;
}

const script = resolve(import.meta.dir, "../../../packages/mcp/src/testing/odd-server.ts");

function server(name: string, behavior = "", file = ""): FoundServer {
	const definition = { command: process.execPath, args: [script, behavior, file] };
	const place = { path: "/mcp.json", level: "user" } as const;
	return {
		name,
		...place,
		transport: "stdio",
		enabled: true,
		...definition,
		definition,
		_source: { ...place, provider: "native", providerName: "OMP" },
	};
}

type Omp = Awaited<ReturnType<typeof scriptedWorkbench>>;

function start({ workbench, session }: Omp) {
	const warnings: string[] = [];
	const manager = new McpManager({
		workbench,
		conversations: workbench.conversations,
		onNotification: (notification) => notificationsOf(workbench).emit(notification),
		cwd: () => session.folder.path,
		artifacts: session.log.artifacts,
		warn: (message) => warnings.push(message),
		delaysMs: [1, 5],
	});
	return { manager, warnings };
}

const foreign = (names: readonly string[] | undefined) => (names ?? []).filter((name) => name.startsWith("mcp__"));
const run = (name: string, args: Record<string, unknown> = {}) => calls({ name, arguments: args });
const gateFile = () => join(mkdtempSync(join(tmpdir(), "mcp-gate-")), "open");

verifies("mcp:manager:parallel-connect", async () => {
	await using omp = await scriptedWorkbench([says("1")]);
	const { manager, warnings } = start(omp);
	await using _manager = manager;
	const gate = gateFile();
	// The first of the list answers last.
	manager.connect([server("a", "waits-for-file", gate), server("b"), server("c", "dies-at-once")]);
	const stateOf = (name: string) => manager.status().find((one) => one.server.name === name)?.state;
	await until(() => stateOf("b") === "connected" && stateOf("c") === "disconnected");
	expect(stateOf("a")).toBe("connecting");
	expect(warnings).toEqual(['Can\'t connect to MCP server "c": it exited with code 3:\nno such database']);
	writeFileSync(gate, "");
	await until(() => stateOf("a") === "connected");
});

verifies("mcp:manager:startup-gate", async () => {
	for (const isHeadless of [false, true]) {
		await using omp = await scriptedWorkbench([says("1"), says("2")]);
		const gate = gateFile();
		const servers = mcpSession(omp.session, { isHeadless: () => isHeadless });
		servers.start({ servers: [server("slow", "waits-for-file", gate)], disabled: [], warnings: [] });
		const prompt = omp.prompt("one");
		if (isHeadless) {
			// Longer than the gate of an interactive prompt.
			await Bun.sleep(400);
			expect(omp.requests).toHaveLength(0);
			writeFileSync(gate, "");
			await prompt;
			expect(foreign(omp.offered()[0])).toHaveLength(3);
		} else {
			await prompt;
			expect(foreign(omp.offered()[0])).toEqual([]);
		}
	}
});

verifies("mcp:manager:late-tools", async () => {
	await using omp = await scriptedWorkbench([says("1"), says("2")]);
	const { manager } = start(omp);
	await using _manager = manager;
	const gate = gateFile();
	manager.connect([server("slow", "waits-for-file", gate)]);
	await omp.prompt("one");
	writeFileSync(gate, "");
	await until(() => manager.status()[0]?.tools.length === 3);
	await omp.prompt("two");
	expect(omp.offered().map(foreign)).toEqual([[], ["mcp__slow_tool0", "mcp__slow_tool1", "mcp__slow_tool2"]]);
});

verifies("mcp:manager:tool-cache", async () => {
	await using omp = await scriptedWorkbench([run("mcp__slow_tool1"), says("done")]);
	const gate = gateFile();
	writeFileSync(gate, "");
	{
		const { manager } = start(omp);
		await using _manager = manager;
		manager.connect([server("slow", "waits-for-file", gate)]);
		await until(() => manager.status()[0]?.state === "connected");
	}
	const shut = gateFile();
	{
		// Another definition has other tools, maybe.
		const { manager } = start(omp);
		await using _manager = manager;
		manager.connect([server("slow", "waits-for-file", shut)]);
		await manager.ready(200);
		expect(manager.status()[0]?.tools).toEqual([]);
	}
	rmSync(gate);
	const { manager } = start(omp);
	await using _manager = manager;
	manager.connect([server("slow", "waits-for-file", gate)]);
	expect(await manager.ready(60_000)).toEqual([]);
	expect(manager.status()[0]).toMatchObject({ state: "connecting", tools: [{ name: "tool0" }, {}, {}] });
	// A call waits for the connection.
	const prompt = omp.prompt("use it");
	await until(() => omp.requests.length === 1);
	writeFileSync(gate, "");
	await prompt;
	expect(omp.lastResult()).toContain("ok");
});

test("a change of a server's tools reaches the session, and listeners hear of it", async () => {
	await using omp = await scriptedWorkbench([says("1")]);
	const heard: string[] = [];
	notificationsOf(omp.workbench).listen(({ server: name, method }) => heard.push(`${name} ${method}`));
	const { manager } = start(omp);
	await using _manager = manager;
	manager.connect([server("odd")]);
	await manager.ready(60_000);
	for (let count = 0; count < 3; count++) await manager.status()[0]?.connection?.callTool("more", {});
	await until(() => manager.status()[0]?.tools.length === 6);
	await omp.prompt("one");
	expect(foreign(omp.offered()[0])).toContain("mcp__odd_extra2");
	expect(heard).toContain("odd notifications/tools/list_changed");
});

verifies("mcp:manager:reconnect", async () => {
	await using omp = await scriptedWorkbench([says("1"), run("mcp__odd_tool0"), says("2")]);
	const { manager, warnings } = start(omp);
	await using _manager = manager;
	manager.connect([server("odd")]);
	await manager.ready(60_000);
	const first = manager.status()[0]?.connection;
	process.kill(first?.pid ?? 0, "SIGKILL");
	await until(() => manager.status()[0]?.state !== "connected");
	await omp.prompt("one");
	expect(foreign(omp.offered()[0])).toHaveLength(3);
	await until(() => manager.status()[0]?.state === "connected");
	expect(manager.status()[0]?.connection?.pid).not.toBe(first?.pid);
	await omp.prompt("two");
	expect(omp.lastResult()).toContain("ok");
	expect(warnings).toEqual([]);
});

verifies("mcp:manager:teardown", async () => {
	const omp = await scriptedWorkbench([says("1"), says("2")]);
	const session = mcpSession(omp.session, { isHeadless: () => true });
	// The name of one is the beginning of the other's.
	session.start({ servers: [server("odd"), server("odd_two")], disabled: [], warnings: [] });
	await omp.prompt("one");
	const manager = await session.manager();
	const pids = manager.status().map(({ connection }) => connection?.pid ?? 0);
	await manager.disconnect("odd");
	await omp.prompt("two");
	expect(foreign(omp.offered()[1])).toEqual(["mcp__odd_two_tool0", "mcp__odd_two_tool1", "mcp__odd_two_tool2"]);
	await omp[Symbol.asyncDispose]();
	const isRunning = (pid: number) => {
		try {
			return process.kill(pid, 0);
		} catch {
			return false;
		}
	};
	await until(() => !pids.some(isRunning));
	expect(manager.status()).toEqual([]);
});

verifies("mcp:tool:abort", async () => {
	await using omp = await scriptedWorkbench([run("mcp__odd_never"), says("x")]);
	const { manager } = start(omp);
	await using _manager = manager;
	manager.connect([server("odd", "offers-never")]);
	await manager.ready(60_000);
	const prompt = omp.prompt("one");
	const isCalled = Promise.withResolvers<void>();
	omp.workbench.conversations.subscribe((event) => {
		if (event.type === "tool_execution_start") isCalled.resolve();
	}, "test");
	await isCalled.promise;
	await omp.session.conversation.submit({ type: "abort" });
	await prompt;
	const result = omp.session.conversation.messages.findLast(({ role }) => role === "toolResult");
	expect(JSON.stringify(result)).toContain("abort");
	expect(manager.status()[0]?.state).toBe("connected");
});

/** What a slash command says. */
async function say(omp: Omp, args: string): Promise<string> {
	const outcome = await mcpCommand.run?.({ args, session: omp.session, commands: { list: async () => [] } });
	return outcome?.kind === "notice" ? outcome.text : "";
}

async function withFile(omp: Omp, servers: Record<string, FoundServer>): Promise<string> {
	const path = join(omp.workbench.agentDir, "mcp.json");
	const definitions = Object.entries(servers).map(([name, { definition }]) => [name, definition]);
	mkdirSync(omp.workbench.agentDir, { recursive: true });
	writeFileSync(path, JSON.stringify({ mcpServers: Object.fromEntries(definitions) }));
	return path;
}

verifies("mcp:command:list", async () => {
	await using omp = await scriptedWorkbench([says("1")]);
	const path = await withFile(omp, {
		odd: server("odd"),
		bad: server("bad", "dies-at-once"),
		gone: server("gone", "never-answers"),
	});
	const other = join(omp.workbench.host.home, ".cursor/mcp.json");
	mkdirSync(join(other, ".."), { recursive: true });
	writeFileSync(other, JSON.stringify({ mcpServers: { cur: { command: "c", disabled: true } } }));
	expect(await say(omp, "list")).toContain("○ odd  stdio");
	await say(omp, "reload");
	const manager = await mcpSession(omp.session).manager();
	const stateOf = (name: string) => manager.status().find((one) => one.server.name === name)?.state;
	await until(() => stateOf("odd") === "connected" && stateOf("bad") === "disconnected");
	const lines = (await say(omp, "")).split("\n");
	expect(lines.map((line) => line.split("  ").slice(0, 2).join("  ").trimEnd())).toEqual([
		`OMP (${path})`,
		"  ○ bad",
		"  ◌ gone",
		"  ● odd",
		`Cursor (${other})`,
		"  ○ cur",
	]);
	expect(lines.at(-1)).toEndWith("disabled");
	expect(lines[3]).toEndWith(", 3 tools");
});

verifies("mcp:command:test-and-reconnect", async () => {
	await using omp = await scriptedWorkbench([says("1"), says("2")]);
	await withFile(omp, { odd: server("odd") });
	expect(await say(omp, "test odd")).toStartWith('Connected to "odd": odd 1');
	expect(await say(omp, "reload")).toBe("1 MCP server will be connected.");
	const manager = await mcpSession(omp.session).manager();
	await manager.ready(60_000);
	const pid = () => manager.status()[0]?.connection?.pid;
	const first = pid();
	expect(await say(omp, "reconnect odd")).toBe('Connected to "odd" again.');
	expect(pid()).not.toBe(first);
	expect(await say(omp, "reconnect none")).toBe('Server "none" is not connected');
	await omp.prompt("one");
	expect(foreign(omp.offered()[0])).toHaveLength(3);
	await withFile(omp, {});
	await say(omp, "reload");
	await omp.prompt("two");
	expect(foreign(omp.offered()[1])).toEqual([]);
	expect(manager.status()).toEqual([]);
});

verifies("mcp:tool:tier", async () => {
	await using omp = await scriptedWorkbench([run("mcp__odd_tool0"), says("x")], {
		config: "tools:\n  approvalMode: write\n",
	});
	const questions: unknown[] = [];
	omp.workbench.frontEnd.connect({
		approve: async ({ tier, origin, toolName }) => {
			questions.push({ tier, origin, toolName });
			return { choice: "deny" };
		},
	});
	const { manager } = start(omp);
	await using _manager = manager;
	manager.connect([server("odd")]);
	await manager.ready(60_000);
	await omp.prompt("one");
	expect(questions).toEqual([{ tier: "exec", origin: "MCP server tool", toolName: "mcp__odd_tool0" }]);
	expect(omp.lastResult()).not.toContain('"ok"');
});

verifies("mcp:resource:read", async () => {
	const at = (path: string) => calls({ name: "read", arguments: { path } });
	await using omp = await scriptedWorkbench([
		at("mcp://odd://one"),
		at("mcp://odd://items/7"),
		at("mcp://odd://nothing/there"),
		at("mcp://"),
		says("done"),
	]);
	const session = mcpSession(omp.session, { isHeadless: () => true });
	session.start({ servers: [server("odd", "has-resources")], disabled: [], warnings: [] });
	await omp.prompt("read them");
	const results = omp.session.conversation.messages
		.filter(({ role }) => role === "toolResult")
		.map((one) => JSON.stringify(one));
	expect(results[0]).toContain("contents of odd://one");
	expect(results[1]).toContain("contents of odd://items/7");
	expect(results[2]).toContain("No MCP server has resource");
	expect(results[2]).toContain("mcp://odd://one");
	expect(results[3]).toContain("mcp:// URL requires a resource URI: mcp://<resource-uri>");
});

test("tools work after all servers were connected anew", async () => {
	await using omp = await scriptedWorkbench([calls({ name: "mcp__odd_tool0", arguments: {} }), says("done")]);
	const { manager, warnings } = start(omp);
	await using _ = manager;
	omp.workbench.frontEnd.connect({ approve: async () => ({ choice: "approve" }) });
	manager.connect([server("odd")]);
	await manager.ready(10_000);
	await manager.reload([server("odd")]);
	await manager.ready(10_000);
	await omp.prompt("go");
	expect(omp.lastResult()).not.toContain("MCP error");
	expect(warnings).toEqual([]);
});

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calls, says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { browserSettings } from "@oh-my-pi/pi-tools/browser/settings";
import type { Command } from "../../../packages/coding-agent/src/commands/contract/command.ts";
import { trustCommand } from "../../../packages/coding-agent/src/commands/system/trust.ts";
import type { Dialog, PlainLines } from "../../../packages/coding-agent/src/dialogs/contract/dialog.ts";
import { mcpCommand } from "../../../packages/coding-agent/src/features/mcp/commands/mcp.ts";
import { mcpFeature } from "../../../packages/coding-agent/src/features/mcp/feature.ts";
import { findServers, mcpSession } from "../../../packages/coding-agent/src/features/mcp/session/mcp-session.ts";
import { createAgentSession } from "../../../packages/coding-agent/src/sdk/sdk.ts";
import type { Workbench } from "../../../packages/coding-agent/src/workbench/workbench.ts";
import { findTools } from "../../../packages/tools/src/tool-search/tool-index.ts";
import { scriptedWorkbench } from "../../extending/scripted-workbench.ts";
import { type Omp, richDefinition, richServer, withRichServer } from "./rich-server.ts";

const foreign = (names: readonly string[] = []) => names.filter((name) => name.startsWith("mcp__"));

async function run(command: Command, omp: Omp, args: string): Promise<string> {
	const outcome = await command.run?.({ args, session: omp.session, commands: { list: async () => [] } });
	return outcome?.kind === "notice" ? outcome.text : (outcome?.kind ?? "");
}

/** The command at a terminal, where dialogs get these answers. */
async function atTerminal(omp: Omp, args: string, ...answers: ReadonlyArray<string | undefined>) {
	const asked: string[] = [];
	const take = (question: string) => {
		asked.push(question);
		return answers[asked.length - 1];
	};
	const lines: PlainLines = {
		say: () => {},
		choose: async (title, choices) => {
			const wanted = take(title);
			return choices.find(({ label }) => label === wanted)?.value;
		},
		enter: async (question) => take(question),
	};
	const ports = {
		ask: <Result>(dialog: Dialog<Result>) => dialog.plain(lines),
		during: <Result>(_: string, work: () => Promise<Result>) => work(),
	};
	const call = { args, session: omp.session, commands: { list: async () => [] } };
	const outcome = await mcpCommand.screen?.run(call, ports as never);
	return { asked, text: outcome?.kind === "notice" ? outcome.text : outcome?.kind };
}

const servers = async (path: string) => (await Bun.file(path).json()).mcpServers;

verifies(
	"mcp:command:add",
	async () => {
		await using omp = await scriptedWorkbench([says("1")]);
		const { command, args } = richDefinition();
		const own = join(omp.workbench.agentDir, "mcp.json");
		const project = join(omp.session.folder.path, ".omp/mcp.json");
		// From flags: written after a test, and connected.
		const flags = await run(mcpCommand, omp, `add one -- ${command} ${args[0]}`);
		expect(flags).toStartWith(`Added server "one" to ${project}\nConnected to "one": rich 1`);
		const { manager } = await withConnected(omp, "one");
		expect(await run(mcpCommand, omp, `add one -- ${command}`)).toBe(`Server "one" already exists in ${project}`);
		expect(await run(mcpCommand, omp, "add bad -- /no/such/program")).toContain('Failed to connect to "bad"');
		expect(await run(mcpCommand, omp, "add later --no-test -- /no/such/program --no-test")).toContain("Added server");
		expect(await servers(project)).toEqual({
			one: { type: "stdio", command, args: [args[0]] },
			later: { type: "stdio", command: "/no/such/program", args: ["--no-test"] },
		});
		// By questions.
		const wizard = await atTerminal(
			omp,
			"add",
			...["two", "A program on this computer", `${command} ${args[0]}`, "KEY='a b'", "All projects"],
		);
		expect(wizard.text).toStartWith(`Added server "two" to ${own}\nConnected to "two"`);
		expect(wizard.asked).toHaveLength(5);
		expect(await servers(own)).toEqual({ two: { type: "stdio", command, args: [args[0]], env: { KEY: "a b" } } });
		await until(() => manager.status().find(({ server }) => server.name === "two")?.state === "connected");
		// What fails is written only when the user insists.
		const web = ["web", "An address", "http://127.0.0.1:9/mcp", "", "tok", "All projects"];
		expect(await atTerminal(omp, "add", ...web, "Cancel")).toMatchObject({ text: "done" });
		expect(await servers(own)).not.toHaveProperty("web");
		expect((await atTerminal(omp, "add", ...web, "Add it")).text).toContain("Added server");
		expect((await servers(own)).web).toEqual({
			type: "http",
			url: "http://127.0.0.1:9/mcp",
			headers: { Authorization: "Bearer tok" },
		});
		// Leaving any question leaves everything.
		for (let count = 0; count < 5; count++) {
			const given = ["x", "A program on this computer", command, "", "All projects"].slice(0, count);
			expect((await atTerminal(omp, "add", ...given)).text).toBe("done");
		}
		expect(Object.keys(await servers(own))).toEqual(["two", "web"]);
	},
	30_000,
);

async function withConnected(omp: Omp, name: string) {
	const manager = await mcpSession(omp.session).manager();
	await until(() => manager.status().find(({ server }) => server.name === name)?.state === "connected");
	return { manager };
}

verifies("mcp:command:inspect", async () => {
	await using omp = await scriptedWorkbench([], { config: "mcp:\n  notifications: true\n" });
	expect(await run(mcpCommand, omp, "resources")).toBe("No connected MCP server has resources.");
	expect(await run(mcpCommand, omp, "notifications")).toContain("No MCP server is connected.");
	const { call, manager } = await withRichServer(omp);
	await until(() => manager.status()[0]?.subscriptions.length === 1);
	expect(await run(mcpCommand, omp, "resources")).toBe("rich  rich://one  one\nrich  poor://items/{id}  items");
	expect(await run(mcpCommand, omp, "prompts")).toContain("/rich:greet <who=…> [how=…]  Greets");
	await call("log", { level: "info", data: "started" });
	await until(async () => (await run(mcpCommand, omp, "notifications")).includes("info rich: started"));
	expect(await run(mcpCommand, omp, "notifications")).toBe(
		"Updates of resources are told to the model.\nrich: can be subscribed to, 1 subscribed\n  info rich: started",
	);
});

verifies("mcp:discovery:mcp-only", async () => {
	const configs = ["tools:\n  discoveryMode: mcp-only\n", "mcp:\n  discoveryMode: true\n"];
	for (const config of configs) {
		await using omp = await scriptedWorkbench([says("1")], { config });
		await withRichServer(omp);
		await omp.prompt("one");
		expect(foreign(omp.offered()[0])).toEqual([]);
		expect(omp.offered()[0]).toContain("search_tool_bm25");
		expect(omp.offered()[0]).toContain("bash");
	}
	const config = "tools:\n  discoveryMode: mcp-only\nmcp:\n  discoveryDefaultServers: [a]\n";
	await using omp = await scriptedWorkbench([says("1")], { config });
	await withRichServer(omp, [richServer("a"), richServer("b")]);
	await omp.prompt("one");
	expect(foreign(omp.offered()[0]).map((name) => name.slice(0, 6))).toEqual(Array(8).fill("mcp__a"));
});

verifies("tools-agent:discovery:search-server", async () => {
	// Both servers have the same tools; only the name of the server tells them apart.
	const tool = (serverName: string, name: string) => ({
		...{ name, label: name, description: "Works.", schemaKeys: ["path"], mcpToolName: "work" },
		serverName,
	});
	const ranked = findTools("work of the warehouse", [tool("office", "one"), tool("warehouse", "two")]);
	expect(ranked.map(({ name }) => name)).toEqual(["two", "one"]);
	expect(ranked[0]?.score).toBeGreaterThan(ranked[1]?.score ?? 0);
	// The same with servers that are connected.
	const search = calls({ name: "search_tool_bm25", arguments: { query: "warehouse work", limit: 1 } });
	await using omp = await scriptedWorkbench([search, says("found")], { config: "tools:\n  discoveryMode: mcp-only\n" });
	await withRichServer(omp, [richServer("office"), richServer("warehouse")]);
	await omp.prompt("find it");
	const result = omp.session.conversation.messages.findLast(({ role }) => role === "toolResult");
	expect(result).toMatchObject({
		details: {
			activated_tools: ["mcp__warehouse_work"],
			tools: [{ label: "warehouse/work", serverName: "warehouse" }],
		},
	});
	expect(foreign(omp.offered()[1])).toEqual(["mcp__warehouse_work"]);
});

verifies("mcp:failure:discovery-throws", async () => {
	await using omp = await scriptedWorkbench([says("1")]);
	const { workbench } = omp;
	mkdirSync(workbench.agentDir, { recursive: true });
	writeFileSync(join(workbench.agentDir, "mcp.json"), JSON.stringify({ mcpServers: { rich: richDefinition() } }));
	const options = { print: true, mode: "text", noTools: false } as const;
	const notices: string[] = [];
	const gate = {
		at: () => {
			throw new Error("the disk is gone");
		},
	};
	const broken: Workbench = Object.create(workbench, { gate: { value: gate } });
	const start = (from: Workbench) =>
		mcpFeature.start?.({ workbench: from, request: options, notify: (text) => notices.push(text) });
	expect((await start(broken))?.hasServers).toBe(false);
	expect(notices).toEqual(["MCP servers are left out: the disk is gone"]);
	await omp.prompt("one");
	expect(foreign(omp.offered()[0])).toEqual([]);
	// The same files without the failure.
	const found = await start(workbench);
	await found?.opened?.(omp.session);
	expect(notices).toHaveLength(1);
	expect(found).toBeDefined();
});

test("servers that a tool of omp stands in for are left out while it is on", async () => {
	await using omp = await scriptedWorkbench([]);
	const { workbench } = omp;
	const definition = { command: "npx", args: ["@playwright/mcp"] };
	mkdirSync(workbench.agentDir, { recursive: true });
	writeFileSync(join(workbench.agentDir, "mcp.json"), JSON.stringify({ mcpServers: { play: definition } }));
	const found = await findServers(workbench);
	expect(found.servers).toEqual([]);
	expect(found.replaced).toMatchObject([{ server: { name: "play" }, by: "browser" }]);
	workbench.settings.set(browserSettings.enabled, false);
	expect((await findServers(workbench)).servers).toHaveLength(1);
});

test("/trust allow connects the servers of the project, and /trust revoke ends them", async () => {
	await using omp = await scriptedWorkbench([says("1"), says("2"), says("3")]);
	const { path } = omp.session.folder;
	writeFileSync(join(path, ".mcp.json"), JSON.stringify({ mcpServers: { rich: richDefinition() } }));
	await omp.prompt("one");
	expect(await run(trustCommand, omp, "allow")).toContain("Trusted: 1 item.");
	const { manager } = await withConnected(omp, "rich");
	const pid = manager.status()[0]?.connection?.pid;
	await omp.prompt("two");
	// What is the same stays connected.
	writeFileSync(join(path, ".mcp.json"), JSON.stringify({ mcpServers: { rich: richDefinition() }, other: 1 }));
	await run(mcpCommand, omp, "list");
	expect(manager.status()[0]?.connection?.pid).toBe(pid);
	await run(trustCommand, omp, "revoke");
	expect(manager.status()).toEqual([]);
	await omp.prompt("three");
	expect(omp.offered().map((names) => foreign(names).length)).toEqual([0, 8, 0]);
});

test("a session of the SDK connects servers before its first prompt, unless it is told not to", async () => {
	const offered = async (options: Parameters<typeof createAgentSession>[0]) => {
		await using files = await workspace({
			"agent/mcp.json": JSON.stringify({ mcpServers: { rich: richDefinition() } }),
			// So many tools would be hidden until they are searched for.
			"agent/config.yml": 'tools: { discoveryMode: "off" }\n',
		});
		const model = scriptedModel([calls({ name: "mcp__rich_work", arguments: {} }), says("done")]);
		const place = { cwd: files.path, agentDir: files.file("agent") };
		const { session, mcpManager } = await createAgentSession({
			...place,
			model: scriptedModelRecord,
			streamFn: model.streamFn,
			...options,
		});
		await session.prompt("go");
		const names = model.requests[0]?.context.tools?.map(({ name }) => name);
		const states = mcpManager?.status().map(({ state }) => state);
		await session.dispose();
		return { count: foreign(names).length, states };
	};
	expect(await offered({})).toEqual({ count: 8, states: ["connected"] });
	expect(await offered({ enableMCP: false })).toEqual({ count: 0, states: undefined });
	expect(await offered({ toolNames: ["read"], restrictToolNames: true })).toEqual({ count: 0, states: undefined });
}, 30_000);

test("servers are told when the folders change, and another project's servers count in its folder", async () => {
	await using omp = await scriptedWorkbench([says("1"), says("2"), says("3")]);
	await using other = await workspace({
		".mcp.json": JSON.stringify({ mcpServers: { there: richDefinition("/other") } }),
	});
	const { session, workbench } = omp;
	mkdirSync(workbench.agentDir, { recursive: true });
	writeFileSync(join(workbench.agentDir, "mcp.json"), JSON.stringify({ mcpServers: { rich: richDefinition() } }));
	const { call, manager } = await withRichServer(omp, (await findServers(workbench)).servers);
	const roots = async () =>
		JSON.parse(await call("ask", { method: "roots/list", params: {} })).roots.map(
			(root: { name: string }) => root.name,
		);
	const home = session.folder.path;
	const names = (...paths: string[]) => paths.map((path) => path.split("/").at(-1));
	await omp.prompt("one");
	expect(await call("heard")).toBe("notifications/initialized");
	expect(await roots()).toEqual(names(home));
	await session.log.setAdditionalDirectories([other.path]);
	await omp.prompt("two");
	await until(async () => (await call("heard")) === "notifications/initialized notifications/roots/list_changed");
	expect(await roots()).toEqual(names(home, other.path));
	// The other project is not trusted yet.
	session.folder.path = other.path;
	await session.log.setAdditionalDirectories([]);
	await omp.prompt("three");
	expect(await roots()).toEqual(names(other.path));
	expect(manager.status().map(({ server }) => server.name)).toEqual(["rich"]);
	expect(await run(trustCommand, omp, "allow")).toContain("Trusted: 1 item.");
	expect(manager.status().map(({ server }) => server.name)).toEqual(["rich", "there"]);
});

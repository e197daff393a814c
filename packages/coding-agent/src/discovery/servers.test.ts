import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { sshHosts } from "../features/ssh/host-capability.ts";
import { sshProvider } from "../features/ssh/ssh-provider.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import { type McpServer, mcpServers } from "./capabilities/mcp-servers.ts";
import type { Found } from "./contract/capability.ts";
import { loadContext } from "./contract/load-context.ts";
import { discovery, foundBy } from "./testing/found-by.ts";

const text = "Some words.";
/** `${NAME}` */
const variable = (name: string) => `$\{${name}}`;
const servers = (...names: string[]) =>
	JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: "run" }])) });

/** A home and a project with files of one program, and what is found in them. */
async function expectFound(provider: string, files: Record<string, string>, found: readonly string[]) {
	expect(await foundBy(provider, files)).toEqual([...found]);
	expect(await foundBy(provider, { "home/x": "" })).toEqual([]);
}

verifies("discovery:codex:sources", async () => {
	const files = {
		"repo/.codex/AGENTS.md": text,
		"repo/.codex/skills/s/SKILL.md": text,
		"repo/.codex/commands/c.md": "---\nname: named\n---\nbody",
		"repo/.codex/prompts/p.md": text,
		"repo/.codex/config.toml": 'model = "x"\n[mcp_servers.theirs]\ncommand = "run"\n',
		"home/.codex/AGENTS.md": text,
		"home/.codex/skills/mine/SKILL.md": text,
		"home/.codex/prompts/mine.md": text,
		"home/.codex/config.toml": '[mcp_servers.mine]\nurl = "https://example.com"\n',
	};
	await expectFound("codex", files, [
		"context (user) home/.codex/AGENTS.md",
		"skill mine (user) home/.codex/skills/mine/SKILL.md",
		"skill s (project) repo/.codex/skills/s/SKILL.md",
		"command named (project) repo/.codex/commands/c.md",
		"prompt mine (user) home/.codex/prompts/mine.md",
		"prompt p (project) repo/.codex/prompts/p.md",
		"settings (user) home/.codex/config.toml",
		"settings (project) repo/.codex/config.toml",
		"mcp mine (user) home/.codex/config.toml",
		"mcp theirs (project) repo/.codex/config.toml",
	]);
});

verifies("discovery:opencode:sources", async () => {
	const files = {
		"repo/.opencode/skills/s/SKILL.md": text,
		"repo/.opencode/commands/c.md": text,
		"repo/opencode.json": '{ "mcp": { "local": { "type": "local", "command": ["run", "-x"] } } }',
		"home/.config/opencode/AGENTS.md": text,
		"home/.config/opencode/skills/mine/SKILL.md": text,
		"home/.config/opencode/commands/mine.md": "---\nname: named\n---\nbody",
		"home/.config/opencode/opencode.json": '{ "mcp": { "far": { "type": "remote", "url": "https://example.com" } } }',
	};
	await expectFound("opencode", files, [
		"context (user) home/.config/opencode/AGENTS.md",
		"skill mine (user) home/.config/opencode/skills/mine/SKILL.md",
		"skill s (project) repo/.opencode/skills/s/SKILL.md",
		"command named (user) home/.config/opencode/commands/mine.md",
		"command c (project) repo/.opencode/commands/c.md",
		"settings (user) home/.config/opencode/opencode.json",
		"settings (project) repo/opencode.json",
		"mcp far (user) home/.config/opencode/opencode.json",
		"mcp local (project) repo/opencode.json",
	]);
});

verifies("discovery:cursor:rules-and-mcp", async () => {
	const files = {
		"repo/.cursorrules": text,
		"repo/.cursor/rules/a.mdc": text,
		"repo/.cursor/rules/b.md": text,
		"repo/.cursor/rules/nested/c.mdc": text,
		"repo/.cursor/mcp.json": servers("theirs", "both"),
		"home/.cursor/rules/mine.mdc": text,
		"home/.cursor/mcp.json": servers("both"),
	};
	await expectFound("cursor", files, [
		"rule mine (user) home/.cursor/rules/mine.mdc",
		"rule a (project) repo/.cursor/rules/a.mdc",
		"rule b (project) repo/.cursor/rules/b.md",
		"rule cursorrules (project) repo/.cursorrules",
		"mcp both (user) home/.cursor/mcp.json",
		"mcp theirs (project) repo/.cursor/mcp.json",
	]);
});

verifies("discovery:windsurf:rules-and-mcp", async () => {
	const files = {
		"repo/.windsurfrules": text,
		"repo/.windsurf/rules/a.md": text,
		"repo/.windsurf/mcp_config.json": servers("theirs"),
		"home/.codeium/windsurf/memories/global_rules.md": text,
		"home/.codeium/windsurf/mcp_config.json": servers("mine"),
	};
	await expectFound("windsurf", files, [
		"rule global_rules (user) home/.codeium/windsurf/memories/global_rules.md",
		"rule a (project) repo/.windsurf/rules/a.md",
		"rule windsurfrules (project) repo/.windsurfrules",
		"mcp mine (user) home/.codeium/windsurf/mcp_config.json",
		"mcp theirs (project) repo/.windsurf/mcp_config.json",
	]);
});

verifies("discovery:vscode:mcp", async () => {
	const files = {
		"repo/.vscode/mcp.json":
			'{ // VS Code allows comments\n"mcp": { "servers": { "old": { "command": "run" } } }, "servers": { "new": { "type": "http", "url": "https://example.com" } } }',
		"home/.vscode/mcp.json": servers("never"),
	};
	await expectFound("vscode", files, [
		"mcp old (project) repo/.vscode/mcp.json",
		"mcp new (project) repo/.vscode/mcp.json",
	]);
});

verifies("discovery:mcp-json:root-files", async () => {
	const files = { "repo/mcp.json": servers("a", "both"), "repo/.mcp.json": servers("both", "b") };
	await expectFound("mcp-json", files, [
		"mcp a (project) repo/mcp.json",
		"mcp both (project) repo/mcp.json",
		"mcp b (project) repo/.mcp.json",
	]);
});

test("Gemini: context and system prompt, settings and servers of both, the project's servers first", async () => {
	const files = {
		"repo/.gemini/GEMINI.md": text,
		"repo/.gemini/settings.json": servers("both"),
		"home/.gemini/GEMINI.md": text,
		"home/.gemini/SYSTEM.md": text,
		"home/.gemini/settings.json": servers("both", "mine"),
	};
	expect(await foundBy("gemini", files)).toEqual([
		"context (user) home/.gemini/GEMINI.md",
		"context (project) repo/.gemini/GEMINI.md",
		"system prompt (user) home/.gemini/SYSTEM.md",
		"settings (user) home/.gemini/settings.json",
		"settings (project) repo/.gemini/settings.json",
		"mcp both (project) repo/.gemini/settings.json",
		"mcp mine (user) home/.gemini/settings.json",
	]);
});

test("omp and Claude Code: servers of both, the project's first; only the first file of Claude's counts", async () => {
	const files = {
		"repo/.omp/mcp.json": servers("p1"),
		"repo/.omp/.mcp.json": servers("p1", "p2"),
		"home/.omp/agent/mcp.json": servers("p1", "u1"),
		"home/.omp/mcp.json": servers("u3"),
		"repo/.claude/.mcp.json": servers("c1"),
		"repo/.claude/mcp.json": servers("never"),
		"home/.claude.json": JSON.stringify({ ...JSON.parse(servers("c1", "c2")), history: "x".repeat(2_000_000) }),
		"home/.claude/mcp.json": servers("never"),
	};
	expect(await foundBy("native", files)).toEqual([
		"mcp p1 (project) repo/.omp/mcp.json",
		"mcp p2 (project) repo/.omp/.mcp.json",
		"mcp u1 (user) home/.omp/agent/mcp.json",
		"mcp u3 (user) home/.omp/mcp.json",
	]);
	expect(await foundBy("claude", files)).toEqual([
		"mcp c1 (project) repo/.claude/.mcp.json",
		"mcp c2 (user) home/.claude.json",
	]);
});

/** The servers of a tree by name, and the warnings. */
async function serversIn(files: Record<string, string>, env: Record<string, string> = {}) {
	await using tree = await workspace({ "repo/.git": "", "home/x": "", ...files });
	const { registry, context } = await discovery(tree.path, "repo", env);
	const { items, warnings } = await registry.load(mcpServers, context);
	return {
		servers: Object.fromEntries(items.map((server) => [server.name, plain(server)])),
		warnings: [...warnings, ...context.files.problems].map((warning) => warning.replaceAll(`${tree.path}/`, "")),
	};
}

function plain({ name: _, path: __, level: ___, definition: ____, _source, ...server }: Found<McpServer>) {
	return server;
}

describe("MCP servers", () => {
	test("each program's way to write them becomes one form", async () => {
		const { servers: found, warnings } = await serversIn(
			{
				"repo/.omp/mcp.json": JSON.stringify({
					mcpServers: {
						native: {
							command: `${variable("TOOLS:-/opt")}/run`,
							args: ["--port", 80],
							env: { KEY: variable("KEY"), LEFT: variable("UNSET"), N: 1 },
							enabled: "false",
							timeout: "500",
						},
					},
				}),
				"repo/.codex/config.toml": [
					"[mcp_servers.codex]",
					'url = "https://codex.example"',
					'bearer_token_env_var = "KEY"',
					"tool_timeout_sec = 2.5",
					"enabled = false",
					'[mcp_servers.codex.http_headers]\nX = "1"',
				].join("\n"),
				"repo/.gemini/settings.json":
					'{ "mcpServers": { "gsse": { "url": "https://g" }, "ghttp": { "httpUrl": "https://g" } } }',
				"repo/opencode.json":
					'{ "mcp": { "open": { "type": "local", "command": ["bun", "x"], "environment": { "A": "1" }, "enabled": false } } }',
				"repo/.windsurf/mcp_config.json":
					'{ "mcpServers": { "wind": { "serverUrl": "https://w", "disabled": true } } }',
				"repo/.mcp.json": `{ "mcpServers": { "root": { "type": "sse", "url": "https://r/${variable("KEY")}", "headers": { "H": "v" } } } }`,
			},
			{ KEY: "k1" },
		);
		expect(warnings).toEqual([]);
		expect(found).toEqual({
			native: {
				transport: "stdio",
				command: "/opt/run",
				args: ["--port", "80"],
				env: { KEY: "k1", LEFT: variable("UNSET"), N: "1" },
				enabled: false,
				timeout: 500,
			},
			codex: {
				transport: "http",
				url: "https://codex.example",
				headers: { X: "1", Authorization: "Bearer k1" },
				enabled: false,
				timeout: 2500,
			},
			gsse: { transport: "sse", url: "https://g", enabled: true },
			ghttp: { transport: "http", url: "https://g", enabled: true },
			open: { transport: "stdio", command: "bun", args: ["x"], env: { A: "1" }, enabled: false },
			wind: { transport: "http", url: "https://w", enabled: false },
			root: { transport: "sse", url: "https://r/k1", headers: { H: "v" }, enabled: true },
		});
	});

	test("what is broken is named with file and line, and the rest is used", async () => {
		const { servers: found, warnings } = await serversIn({
			"repo/.omp/mcp.json": '{\n  "mcpServers": {\n    "a": { "command": }\n  }\n}',
			"repo/.codex/config.toml": 'a = 1\n[mcp_servers.x\ncommand = "run"\n',
			"repo/.cursor/mcp.json": '{ "mcpServers": [] }',
			"repo/.mcp.json": JSON.stringify({
				mcpServers: {
					good: { command: "run", timeout: "5", enabled: "yes" },
					both: { command: "run", url: "https://x" },
					nothing: { type: "stdio" },
					nowhere: { type: "http" },
					odd: { type: "pigeon", command: "coo" },
					"bad name": { command: "run" },
					text: "run",
				},
			}),
		});
		expect(Object.keys(found)).toEqual(["good"]);
		expect(warnings.sort()).toEqual([
			"[Codex] repo/.codex/config.toml:2: TOML Parse error: Expected ']' to close a table header but found (0x0A)",
			'[Cursor] repo/.cursor/mcp.json: "mcpServers" must be an object',
			'[MCP Config] repo/.mcp.json: server "good": "enabled" must be true or false',
			'[MCP Config] repo/.mcp.json: server "good": "timeout" must be a number of milliseconds',
			'[MCP Config] repo/.mcp.json: server "text" must be an object',
			'[OMP] repo/.omp/mcp.json:3:23: expected a value: text in quotes, a number, true, false, null, "[" or "{"',
			'repo/.mcp.json: Server "bad name": a name has up to 100 letters, digits and _ . : -',
			'repo/.mcp.json: Server "both": both "command" and "url" are set',
			'repo/.mcp.json: Server "nothing": stdio server requires "command" field',
			'repo/.mcp.json: Server "nowhere": http server requires "url" field',
			'repo/.mcp.json: Server "odd": unknown type "pigeon"',
		]);
	});

	test("those of a project wait for trust, one by one; one byte more and they wait again", async () => {
		await using tree = await workspace({ "repo/.git": "", "repo/.mcp.json": servers("one", "two"), "home/x": "" });
		const [cwd, home] = [tree.file("repo"), tree.file("home")];
		const agentDir = tree.file("home/.omp/agent");
		const { registry } = await discovery(tree.path);
		const load = async () => {
			const gate = new TrustGate({ cwd, home, agentDir, now: () => 0 });
			const context = await loadContext({ cwd, home, agentDir, gate });
			return { gate, names: (await registry.load(mcpServers, context)).items.map(({ name }) => name) };
		};
		const { gate, names } = await load();
		expect([names, gate.waiting.map(({ id }) => id)]).toEqual([
			[],
			["mcp-server:.mcp.json#one", "mcp-server:.mcp.json#two"],
		]);
		expect(gate.waiting[0]?.effects).toEqual(["MCP server one runs: run"]);
		await gate.decide(gate.waiting, true);
		expect((await load()).names).toEqual(["one", "two"]);
		await tree.write("repo/.mcp.json", servers("one", "two").replace("run", "ruin"));
		const changed = await load();
		expect([changed.names, changed.gate.waiting.map(({ before }) => before?.trusted)]).toEqual([["two"], [true]]);
	});
});

verifies("discovery:ssh:config", async () => {
	const hosts = (value: object) => JSON.stringify({ hosts: value });
	const files = {
		"repo/.omp/ssh.json": hosts({ box: { host: "box.project", keyPath: "~/.ssh/id", username: variable("WHO") } }),
		"home/.omp/agent/ssh.json": hosts({
			box: { host: "mine" },
			lab: { host: `${variable("LAB")}.example`, port: "2222", keyPath: "~/k" },
		}),
		"repo/ssh.json": hosts({ root: { host: "r", description: "d", compat: true }, none: {} }),
		"repo/.ssh.json": "{ nope",
	};
	await using tree = await workspace({ "repo/.git": "", ...files });
	const { registry, context } = await discovery(tree.path, "repo", { LAB: "lab1", WHO: "secret" });
	const { items, warnings } = await registry.with([sshProvider]).load(sshHosts, context);
	const found = items.map(({ path: _, definition: __, _source, ...host }) => host);
	expect(found).toEqual([
		// Of a project, variables stay as they are.
		{
			name: "box",
			level: "project",
			host: "box.project",
			username: variable("WHO"),
			keyPath: tree.file("home/.ssh/id"),
		},
		{ name: "lab", level: "user", host: "lab1.example", port: 2222, keyPath: tree.file("home/k") },
		{ name: "root", level: "project", host: "r", description: "d", compat: true },
	]);
	expect(warnings.map((warning) => warning.replaceAll(`${tree.path}/`, ""))).toEqual([
		'[SSH Config] repo/.ssh.json:1:3: expected a name in quotes or "}"',
		"repo/ssh.json: none has no host",
	]);
});

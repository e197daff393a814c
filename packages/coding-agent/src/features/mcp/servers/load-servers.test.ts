import { expect, test } from "bun:test";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { CapabilityRegistry } from "../../../discovery/contract/capability-registry.ts";
import { loadContext } from "../../../discovery/contract/load-context.ts";
import { discoveryProviders } from "../../../discovery/providers.ts";
import { TrustGate } from "../../../trust/trust-gate.ts";
import { type LoadServersOptions, loadServers } from "./load-servers.ts";
import { resolveValues, serverConfig } from "./server-config.ts";

async function load(
	files: Record<string, unknown>,
	options: Partial<LoadServersOptions> & { env?: Record<string, string> } = {},
) {
	const texts = Object.entries(files).map(([path, file]) => [
		path,
		typeof file === "string" ? file : JSON.stringify(file),
	]);
	await using place = await workspace(Object.fromEntries(texts));
	const [cwd, home] = [place.file("app"), place.file("home")];
	const agentDir = join(home, ".omp", "agent");
	const gate = new TrustGate({ agentDir, cwd, acceptAll: true });
	const context = await loadContext({ cwd, home, agentDir, gate, env: options.env ?? {} });
	const registry = new CapabilityRegistry(discoveryProviders, { providers: () => [], extensions: () => [] });
	const loaded = await loadServers(registry, context, { includeProject: true, ...options });
	return { ...loaded, warnings: loaded.warnings.map((warning) => warning.replaceAll(place.path, "")) };
}

/** A reference to a variable in a configuration file. */
const ref = (name: string) => ["$", "{", name, "}"].join("");

const user = "home/.omp/agent/mcp.json";
const project = "app/.omp/mcp.json";
const commands = ({ servers }: Awaited<ReturnType<typeof load>>) =>
	Object.fromEntries(servers.map(({ name, command }) => [name, command]));

verifies("mcp:config:precedence", async () => {
	const loaded = await load({
		[project]: { mcpServers: { a: { command: "native", args: ["1"] } } },
		[user]: { mcpServers: { a: { command: "user" }, b: { command: "user-b" } } },
		"app/.claude/.mcp.json": { mcpServers: { a: { command: "claude", env: { X: "1" } }, b: { command: "claude" } } },
		"app/.mcp.json": { mcpServers: { b: { command: "root" }, c: { command: "root" } } },
	});
	expect(commands(loaded)).toEqual({ a: "native", b: "user-b", c: "root" });
	expect(loaded.servers[0]).not.toHaveProperty("env");
});

verifies("mcp:config:equivalent-shadowed", async () => {
	const env = { A: "1", B: "2" };
	const loaded = await load({
		[user]: { mcpServers: { first: { command: "x", args: ["y"], env } } },
		"app/.mcp.json": {
			mcpServers: {
				same: { type: "stdio", command: "x", args: ["y"], env: { B: "2", A: "1" } },
				other: { command: "x", args: ["z"], env },
			},
		},
	});
	expect(loaded.servers.map(({ name }) => name)).toEqual(["first", "other"]);
});

verifies("mcp:config:allow-deny-lists", async () => {
	const off = { command: "x", enabled: false };
	const loaded = await load({
		[user]: {
			mcpServers: { denied: { command: "1" }, both: { command: "2" } },
			disabledServers: ["denied", "both"],
			enabledServers: ["both", "allowed"],
		},
		"app/.mcp.json": { mcpServers: { allowed: { ...off, args: ["1"] }, off: { ...off, args: ["2"] } } },
		[project]: { mcpServers: { kept: { command: "3" } }, disabledServers: ["kept"], enabledServers: ["off"] },
	});
	expect(loaded.servers.map(({ name }) => name)).toEqual(["allowed", "kept"]);
	expect(loaded.disabled.map(({ name }) => name).sort()).toEqual(["both", "denied", "off"]);
});

verifies("mcp:config:project-off", async () => {
	const files = {
		[project]: { mcpServers: { a: { command: "project" } } },
		[user]: { mcpServers: { a: { command: "user" } } },
	};
	expect(commands(await load(files, { includeProject: false }))).toEqual({ a: "user" });
	expect(commands(await load(files))).toEqual({ a: "project" });
});

verifies("mcp:config:coercion", async () => {
	const { servers, warnings } = await load({
		[user]: {
			mcpServers: {
				a: { command: "a", enabled: "true", timeout: "500" },
				b: { command: "b", enabled: "0" },
				c: { command: "c", enabled: "perhaps", timeout: "soon", requestIdFormat: "roman" },
			},
		},
		"app/.mcp.json": { mcpServers: { d: { command: "d", timeout: "500" } } },
	});
	expect(servers.map(({ name, timeout }) => [name, timeout])).toEqual([
		["a", 500],
		["c", undefined],
		["d", undefined],
	]);
	expect(warnings).toHaveLength(4);
});

verifies("mcp:config:validation", async () => {
	const { servers, warnings } = await load({
		[user]: {
			mcpServers: {
				both: { command: "x", url: "http://x.test" },
				nothing: { args: [] },
				far: { type: "sse" },
				odd: { type: "pigeon", command: "x" },
				"a name": { command: "x" },
				good: { command: "good" },
			},
		},
	});
	expect(servers.map(({ name }) => name)).toEqual(["good"]);
	expect(warnings.map((warning) => warning.replace(/^.*?: /, ""))).toEqual([
		'Server "both": both "command" and "url" are set',
		'Server "nothing": stdio server requires "command" field',
		'Server "far": sse server requires "url" field',
		'Server "odd": unknown type "pigeon"',
		'Server "a name": a name has up to 100 letters, digits and _ . : -',
	]);
});

verifies("mcp:config:env-expansion", async () => {
	const { servers } = await load(
		{
			[user]: {
				mcpServers: {
					a: {
						command: ref("TOOL"),
						args: [ref("NONE:-usual"), ref("NONE")],
						env: { X: `a${ref("TOOL")}b` },
						cwd: ref("TOOL:-x"),
						auth: { type: "oauth", clientId: ref("TOOL") },
					},
					b: { url: `http://${ref("TOOL")}.test`, headers: { K: ref("TOOL") }, oauth: { scopes: ref("TOOL") } },
				},
			},
		},
		{ env: { TOOL: "prog" } },
	);
	expect(servers).toMatchObject([
		{ command: "prog", args: ["usual", ref("NONE")], env: { X: "aprogb" }, cwd: "prog", auth: { clientId: "prog" } },
		{ url: "http://prog.test", headers: { K: "prog" }, oauth: { scopes: "prog" } },
	]);
});

verifies("mcp:config:command-values", async () => {
	const place = { cwd: "/", variables: { TOKEN: "secret", EMPTY: "" }, env: { PATH: process.env.PATH } };
	const values = { a: "!echo ' from a command '", b: "TOKEN", c: "EMPTY", d: "literal", e: "!exit 1", f: "!true" };
	expect(await resolveValues(values, place)).toEqual({ a: "from a command", b: "secret", c: "EMPTY", d: "literal" });
	const { servers } = await load({ [user]: { mcpServers: { a: { command: "x", env: { KEY: "TOKEN" } } } } });
	const [server] = servers;
	if (!server) throw new Error("no server");
	const config = await serverConfig(server, place);
	expect(config).toMatchObject({ env: { KEY: "secret", PATH: process.env.PATH }, cwd: "/", timeoutMs: 30_000 });
	const forced = { ...place, variables: { OMP_MCP_TIMEOUT_MS: "7" } };
	expect((await serverConfig(server, forced)).timeoutMs).toBe(7);
});

verifies("mcp:config:exa-and-browser-filter", async () => {
	const files = {
		[user]: {
			mcpServers: {
				exa: { type: "http", url: "https://mcp.exa.ai/mcp?exaApiKey=k1" },
				"exa-local": { command: "npx", args: ["-y", "exa-mcp-server@3.0"], env: { EXA_API_KEY: "k2" } },
				"exa-remote": { command: "npx", args: ["-y", "mcp-remote", "https://mcp.exa.ai/mcp?exaApiKey=k3"] },
				"exa-more": { type: "http", url: "https://mcp.exa.ai/mcp?tools=web_search_exa,web_fetch_exa" },
				"exa-secret": { command: "exa-mcp-server", env: { EXA_API_KEY: "!pass exa" } },
				notexa: { type: "http", url: "https://mcp.exa.ai.evil.test/mcp" },
				play: { command: "npx", args: ["@playwright/mcp@latest"] },
				puppet: { command: "npx", args: ["-y", "@modelcontextprotocol/server-puppeteer"] },
				chrome: { command: "npx", args: ["chrome-devtools-mcp@latest", "--headless"] },
				files: { command: "mcp-server-filesystem", args: ["playwright"] },
			},
		},
	};
	const names = (items: ReadonlyArray<{ readonly name: string }>) => items.map(({ name }) => name).sort();
	const all = await load(files);
	expect(all.servers).toHaveLength(10);
	expect(all.replaced).toBeUndefined();
	const { servers, replaced } = await load(files, { hasWebSearch: true, hasBrowser: true });
	expect(names(servers)).toEqual(["exa-more", "files", "notexa"]);
	expect(replaced?.map(({ server, by, apiKey }) => [server.name, by, apiKey])).toEqual([
		["chrome", "browser", undefined],
		["exa", "web search", "k1"],
		["exa-local", "web search", "k2"],
		["exa-remote", "web search", "k3"],
		["exa-secret", "web search", undefined],
		["play", "browser", undefined],
		["puppet", "browser", undefined],
	]);
	expect(names((await load(files, { hasBrowser: true })).servers)).toContain("exa");
});

test("a file that is nested too deeply is named, and the others count", async () => {
	const deep = `${'{"k":'.repeat(60_000)}1${"}".repeat(60_000)}`;
	const loaded = await load({
		[user]: `{"mcpServers":{"a":{"command":"x","env":${deep}}}}`,
		"app/.mcp.json": { mcpServers: { b: { command: "root" } } },
	});
	expect(commands(loaded)).toEqual({ b: "root" });
	expect(loaded.warnings).toHaveLength(1);
	expect(loaded.warnings[0]).toContain("/home/.omp/agent/mcp.json: ");
});

test("values that a client gives are taken as they are", async () => {
	await using place = await workspace();
	const variables = { HOME_KEY: "secret" };
	const source = { path: "", level: "user" } as const;
	const server = {
		...{ name: "given", ...source, transport: "stdio", command: "x", enabled: true, definition: {} },
		env: { A: "HOME_KEY", B: "!touch ran" },
		headers: { C: "HOME_KEY" },
	};
	const at = { cwd: place.path, variables, env: {} };
	expect(await serverConfig({ ...server, isLiteral: true }, at)).toMatchObject({
		env: { A: "HOME_KEY", B: "!touch ran" },
		headers: { C: "HOME_KEY" },
	});
	expect(await Bun.file(place.file("ran")).exists()).toBe(false);
	expect((await serverConfig(server, at)).env).toEqual({ A: "secret" });
});

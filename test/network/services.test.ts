import { afterAll, expect, setDefaultTimeout } from "bun:test";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type RunningRelay, startRelay } from "../scenarios/collab/shared-room.ts";
import { type OmpService, ompService, storeKey } from "../scenarios/services/omp-service.ts";
import { type ConnectProxy, connectProxy } from "./connect-proxy.ts";
import { mcpServer } from "./mcp-server.ts";
import { usualEnv, world } from "./world.ts";

setDefaultTimeout(300_000);
const onRealAddresses = requiresNamespaces();

const key = "mcp-key-0123456789";
const anthropicKey = "sk-ant-held-by-the-broker";
interface Servers {
	readonly mcp: ReturnType<typeof mcpServer>;
	readonly page: ReturnType<typeof pageServer>;
	readonly broker: OmpService;
	readonly gateway: OmpService;
	readonly relayOwner: OmpProject;
	readonly relay: RunningRelay;
	readonly proxy: ConnectProxy;
}
let servers: Servers | undefined;
let fronts: Record<"broker" | "gateway", ReturnType<typeof front>> | undefined;
let portFor: ((name: string, port: number) => number | undefined) | undefined;

/** As a company puts one before a service, which itself knows only the names of its machine. */
function front(target: string) {
	return Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		idleTimeout: 0,
		fetch(request) {
			const { pathname, search } = new URL(request.url);
			const headers = new Headers(request.headers);
			headers.delete("host");
			const { method, body, signal } = request;
			return fetch(target + pathname + search, { method, headers, body, signal });
		},
	});
}

function pageServer() {
	const requested: string[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch(request) {
			const { pathname } = new URL(request.url);
			requested.push(`${request.headers.get("host")}${pathname}`);
			if (pathname === "/away") return Response.redirect("https://other-page.example/there", 302);
			return new Response("<title>A page</title><h1>Words of the page</h1>", {
				headers: { "content-type": "text/html" },
			});
		},
	});
	return { url: `http://127.0.0.1:${server.port}`, requested, stop: () => server.stop(true) };
}

/** Calls the tool that the prompt names, then repeats what it said. */
function reply({ messages = [] }: { messages?: Array<{ role: string; content: unknown }> }): Reply {
	const said = JSON.stringify(messages);
	if (said.includes('"tool_result"'))
		return text(/Hello from MCP|Words of the page/.exec(said)?.[0] ?? `Not there: ${said.slice(-600)}`);
	const [, path] = /read (https?:\/\/[^\s"\\]+)/.exec(said) ?? [];
	if (path) return toolCall("read", { path });
	return said.includes("greet them") ? toolCall("mcp__greeter_greet", {}) : text("It works.");
}

const open = world(
	async ({ url }) => {
		const broker = await ompService("auth-broker");
		await storeKey(broker, "anthropic", anthropicKey);
		const gateway = await ompService("auth-gateway", {
			env: { OMP_AUTH_BROKER_URL: broker.url, OMP_AUTH_BROKER_TOKEN: broker.token, ANTHROPIC_BASE_URL: url },
		});
		const relayOwner = await ompProject({});
		const relay = await startRelay(relayOwner, ["--host=relay.example", "--host=company-relay.example"]);
		fronts = { broker: front(broker.url), gateway: front(gateway.url) };
		const proxy = await connectProxy((name, port) => portFor?.(name, port));
		servers = { mcp: mcpServer(key), page: pageServer(), broker, gateway, relayOwner, relay, proxy };
		return [
			{ name: "model.example", server: url },
			{ name: "mcp.example", server: servers.mcp.url },
			{ name: "elsewhere.example", server: servers.mcp.url },
			{ name: "page.example", server: servers.page.url },
			{ name: "other-page.example", server: servers.page.url },
			{ name: "broker.example", server: fronts.broker.url.href },
			{ name: "gateway.example", server: fronts.gateway.url.href },
			{ name: "own-gateway.example" },
			{ name: "localhost", ports: { 80: `http://127.0.0.1:${relay.port}` } },
			{ name: "relay.example", server: `http://127.0.0.1:${relay.port}` },
			{ name: "company.example", server: servers.mcp.url, certificate: "company" },
			{ name: "company-broker.example", server: fronts.broker.url.href, certificate: "company" },
			{ name: "company-relay.example", server: `http://127.0.0.1:${relay.port}`, certificate: "company" },
			{ name: "proxy.example", ports: { 3128: proxy.url } },
		];
	},
	reply as (body: Record<string, unknown>) => Reply,
);

afterAll(async () => {
	if (!servers) return;
	const { mcp, page, broker, gateway, relay, relayOwner, proxy } = servers;
	mcp[Symbol.dispose]();
	await page.stop();
	for (const one of Object.values(fronts ?? {})) await one.stop(true);
	for (const part of [gateway, broker, relay, relayOwner, proxy]) await part[Symbol.asyncDispose]();
});

async function opened() {
	const shared = await open();
	portFor = shared.net.portFor;
	if (!servers) throw new Error("The servers are not there");
	servers.proxy.passed.length = 0;
	return { ...shared, ...servers };
}

const print = { env: usualEnv };

async function greet(url: string, env: Readonly<Record<string, string>> = {}) {
	const { net, home } = await opened();
	const folder = await home("http://model.example");
	const config = { mcpServers: { greeter: { type: "http", url, headers: { "X-Key": key } } } };
	await Bun.write(`${folder}/.omp/agent/mcp.json`, JSON.stringify(config));
	return net.omp(["-p", "--yolo", "greet them"], { home: folder, env: { ...usualEnv, ...env } });
}

onRealAddresses("MCP over HTTP works without a port, and its redirect gets no key", async () => {
	const { mcp, net } = await opened();
	for (const url of ["http://mcp.example/mcp", "https://mcp.example/mcp", "HTTPS://MCP.Example"]) {
		expect([url, (await greet(url)).stdout]).toEqual([url, "Hello from MCP\n"]);
	}
	expect((await greet("https://company.example/mcp", { NODE_EXTRA_CA_CERTS: net.company.path })).stdout).toBe(
		"Hello from MCP\n",
	);
	const untrusted = await greet("https://company.example/mcp");
	expect(untrusted.stderr).toMatch(/"greeter".*certificate.*UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
	mcp.hosts.length = 0;
	await greet("https://mcp.example/away");
	expect(mcp.hosts).not.toContain("elsewhere.example");
});

onRealAddresses("MCP goes through the proxy, also without a scheme", async () => {
	const { proxy } = await opened();
	for (const address of ["http://proxy.example:3128", "proxy.example:3128"]) {
		proxy.passed.length = 0;
		const { stdout } = await greet("https://mcp.example/mcp", { HTTPS_PROXY: address, NO_PROXY: "model.example" });
		expect([address, stdout, [...new Set(proxy.passed)]]).toEqual([
			address,
			"Hello from MCP\n",
			["CONNECT mcp.example:443"],
		]);
	}
});

onRealAddresses("pages are read at http and https, through a proxy and over a redirect", async () => {
	const { net, home, page, proxy } = await opened();
	const read = async (url: string, env = {}) =>
		(
			await net.omp(["-p", "--yolo", `read ${url}`], {
				home: await home("http://model.example"),
				env: { ...usualEnv, ...env },
			})
		).stdout;
	for (const url of ["http://page.example", "https://page.example/a", "https://page.example/away"]) {
		expect([url, await read(url)]).toEqual([url, "Words of the page\n"]);
	}
	expect(page.requested).toContain("other-page.example/there");
	expect(await read("https://page.example/b", { HTTPS_PROXY: "proxy.example:3128" })).toBe("Words of the page\n");
	expect(proxy.passed).toContain("CONNECT page.example:443");
	const dead = { HTTPS_PROXY: "http://ann:s3cret@own-gateway.example:3128", NO_PROXY: "model.example" };
	expect(await read("https://page.example/c", dead)).toContain("Cannot connect to the proxy own-gateway.example:3128");
	expect(await read("https://page.example/c", dead)).not.toContain("s3cret");
});

onRealAddresses("the keys of an auth broker come from http and https without a port", async () => {
	const { net, model, broker } = await opened();
	const go = (url: string, env = {}) =>
		net.omp(["-p", "hi", "--model", "anthropic/claude-sonnet-4-5"], {
			env: {
				...print.env,
				...{ OMP_AUTH_BROKER_URL: url, OMP_AUTH_BROKER_TOKEN: broker.token },
				...{ ANTHROPIC_BASE_URL: "https://model.example", ...env },
			},
		});
	for (const url of ["http://broker.example", "https://broker.example/"]) {
		expect([url, await go(url)]).toMatchObject([url, { stdout: "It works.\n" }]);
		expect(model.exchanges.at(-1)?.headers["x-api-key"]).toBe(anthropicKey);
	}
	const env = { SSL_CERT_FILE: net.company.path };
	await net.files.write("home/.omp/agent/config.yml", "retry: { enabled: false }\n");
	expect((await go("https://company-broker.example", env)).stdout).toBe("It works.\n");
});

onRealAddresses("a gateway answers at http and https without a port", async () => {
	const { net, gateway } = await opened();
	for (const scheme of ["http", "https"]) {
		const env = { ANTHROPIC_AUTH_TOKEN: gateway.token, ANTHROPIC_BASE_URL: `${scheme}://gateway.example` };
		const { stdout, stderr } = await net.omp(["-p", "hi", "--model", "anthropic/claude-sonnet-4-5"], { env });
		expect([scheme, stdout, stderr]).toEqual([scheme, "It works.\n", expect.any(String)]);
	}
});

for (const [relayUrl, env] of [
	["ws://localhost", {}],
	["wss://relay.example", {}],
	["wss://company-relay.example", { NODE_EXTRA_CA_CERTS: "company" }],
] as const) {
	onRealAddresses(`a session is shared and joined over ${relayUrl}`, async () => {
		const shared = await opened();
		const { company } = shared.net;
		const extra = "NODE_EXTRA_CA_CERTS" in env ? { NODE_EXTRA_CA_CERTS: company.path } : {};
		const at = async (user: string, ...args: string[]) => {
			const project = await shared.project(await shared.home("http://model.example"), { ...extra, USER: user });
			return ptyRun([...project.command, ...args], { cols: 150, rows: 50, cwd: project.path });
		};
		await using host = await at("Ada");
		await host.waitFor("Acme One");
		host.type(`/collab ${relayUrl}\r`);
		const link = await until(() => /omp join "?([^"\s]+)/.exec(host.history())?.[1], {
			describe: () => `the link on the screen, which shows:\n${host.screen()}`,
		});
		await using guest = await at("Grace", "join", link);
		await guest.waitFor("Ada's session");
		await host.waitFor("Grace has joined");
	});
}

onRealAddresses("a relay whose certificate does not count is named with the reason", async () => {
	const shared = await opened();
	const project = await shared.project(await shared.home("http://model.example"));
	await using host = ptyRun(project.command, { cols: 150, rows: 50, cwd: project.path });
	await host.waitFor("Acme One");
	host.type("/collab wss://company-relay.example\r");
	await host.waitFor(/The certificate of the relay wss:\/\/company-relay\.example does not count: \w/);
});

onRealAddresses("a gateway of the network itself answers at the port of http", async () => {
	const { net, broker } = await opened();
	const home = net.files.file("gateway-home");
	const env = {
		...{ OMP_AUTH_BROKER_URL: "https://broker.example", OMP_AUTH_BROKER_TOKEN: broker.token },
		ANTHROPIC_BASE_URL: "https://model.example",
	};
	const token = (await net.omp(["auth-gateway", "token"], { home })).stdout.trim();
	const { command, path } = await (await open()).project(home, env);
	const bind = `${net.addressOf("own-gateway.example").ipv4}:80`;
	const service = Bun.spawn([...command, "auth-gateway", "serve", "--bind", bind], { cwd: path, stdout: "pipe" });
	await service.stdout.getReader().read();
	const { stdout, stderr } = await net.omp(["-p", "hi", "--model", "anthropic/claude-sonnet-4-5"], {
		env: { ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_BASE_URL: "http://own-gateway.example" },
	});
	service.kill("SIGTERM");
	await service.exited;
	expect([stdout, stderr.replace(/^Approvals.*\n/, "")]).toEqual(["It works.\n", ""]);
});

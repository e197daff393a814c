import { describe, expect, test } from "bun:test";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { connected, said } from "./serve-client.ts";
import { httpServe } from "./serve-http.ts";

const initialize = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

const post = (url: string, headers: Record<string, string>, body: unknown = initialize) =>
	fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
		body: JSON.stringify(body),
	});

describe("omp mcp serve --http", () => {
	verifies("mcp:serve:http", async () => {
		await using omp = await ompProject({
			files: { "a.txt": "hello\n" },
			replies: [toolCall("bash", { i: "Run it", command: "echo $OMP_MCP_TOKEN-x" }), text("It ran.")],
		});
		await using server = await httpServe(omp, { args: ["--tools", "read,bash"] });
		const { url, token } = server;
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
		expect(token.length).toBeGreaterThanOrEqual(43);
		const authorization = `Bearer ${token}`;
		const status = async (headers: Record<string, string>) => (await post(url, headers)).status;
		expect(await status({})).toBe(401);
		expect(await status({ authorization: "Bearer wrong" })).toBe(401);
		expect(await status({ authorization: `Basic ${token}` })).toBe(401);
		expect(await status({ authorization, host: "evil.example:80" })).toBe(403);
		expect(await status({ authorization, origin: "https://evil.example" })).toBe(403);
		expect(await status({ authorization, origin: "null" })).toBe(403);
		expect(await status({ authorization, host: "127.0.0.1.evil.example" })).toBe(403);
		expect(await status({ authorization, origin: "http://localhost:3000" })).toBe(200);
		expect(await status({ authorization, "mcp-session-id": "made-up" })).toBe(404);
		expect((await fetch(url, { headers: { authorization } })).status).toBe(400);
		expect((await post(new URL("/", url).href, { authorization })).status).toBe(404);
		const transport = () =>
			new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } });
		await using one = await connected(transport(), {
			elicit: () => ({ action: "accept", content: { value: "Approve" } }),
		});
		await using other = await connected(transport(), {});
		expect(said(await one.call("read", { path: "a.txt" }))).toContain("hello");
		expect(said(await one.call("bash", { command: "echo direct" }))).toContain("direct");
		expect(said(await other.call("bash", { command: "echo direct" }))).toContain("the user's approval");
		expect(said(await one.call("ask", { prompt: "Run it" }))).toBe("It ran.");
		expect(one.asked).toHaveLength(2);
		const messages = one.progress.map(({ message }) => message);
		expect(messages.slice(-2)).toEqual(["bash: Run it", "Waiting for approval: bash"]);
		// Only on this machine, also for those who know the token.
		expect(await server.addresses()).toEqual(["127.0.0.1"]);
	});

	test("a given token is not shown, and not passed to what tools run", async () => {
		await using omp = await ompProject();
		const env = { OMP_MCP_TOKEN: "a-token-of-the-user" };
		await using server = await httpServe(omp, { args: ["--tools", "bash", "--yolo"], env });
		expect(server.printed()).not.toContain("token-of-the-user");
		const authorization = `Bearer ${env.OMP_MCP_TOKEN}`;
		await using client = await connected(
			new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { authorization } } }),
			{},
		);
		const shown = said(await client.call("bash", { command: "env" }));
		expect(shown).toContain("PATH=");
		expect(shown).not.toContain("token-of-the-user");
	});

	test("a port that is taken and a signal end it", async () => {
		await using omp = await ompProject({
			replies: [delivered(stalled(text("A long answer that never ends."), 2), { chunkChars: 3 })],
		});
		const server = await httpServe(omp);
		const { port } = new URL(server.url);
		const second = await omp.run(["mcp", "serve", "--http", port]);
		expect(second).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringContaining(`port ${port}`) });
		const authorization = `Bearer ${server.token}`;
		const client = await connected(
			new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { authorization } } }),
			{},
		);
		const running = client.call("ask", { prompt: "Talk" }).catch((error: Error) => error);
		await until(() => omp.model.requests.length === 1);
		expect(await server.stop()).toBe(143);
		await client.client.close();
		await running;
		expect((await lastEntries(omp))[0]).toMatchObject({ type: "custom" });
	});

	test("a client that ends its session ends what it runs, and no other", async () => {
		await using omp = await ompProject();
		// In the sandbox processes have other numbers than outside.
		await using server = await httpServe(omp, { args: ["--tools", "bash", "--yolo", "--sandbox", "off"] });
		const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
		const transports = [1, 2].map(() => new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
		const clients = await Promise.all(transports.map((transport) => connected(transport, {})));
		const sleeping = clients.map((client, index) =>
			client.call("bash", { command: `echo $$ > pid${index}; sleep 600` }).catch((error: Error) => error),
		);
		const pid = async (index: number) => Number(await omp.files.read(`pid${index}`).catch(() => ""));
		const isAlive = async (index: number) => isRunning(await pid(index));
		await until(async () => (await isAlive(0)) && (await isAlive(1)));
		await transports[0]?.terminateSession();
		await until(async () => !(await isAlive(0)));
		expect(await isAlive(1)).toBe(true);
		await clients[0]?.client.close();
		await server.stop();
		expect(await isAlive(1)).toBe(false);
		await clients[1]?.client.close();
		await Promise.all(sleeping);
	});

	test("clients that are quiet make room for new ones", async () => {
		await using omp = await ompProject();
		await using server = await httpServe(omp);
		const authorization = `Bearer ${server.token}`;
		const begin = async () => (await post(server.url, { authorization })).headers.get("mcp-session-id") ?? "";
		const first = await begin();
		const ping = async (session: string) => {
			const body = { jsonrpc: "2.0", id: 2, method: "ping" };
			return (await post(server.url, { authorization, "mcp-session-id": session }, body)).status;
		};
		expect(await ping(first)).toBe(200);
		const others = await Promise.all(Array.from({ length: 31 }, begin));
		expect(await ping(first)).toBe(200);
		const last = await begin();
		expect(await ping(first)).toBe(200);
		expect(await ping(last)).toBe(200);
		const statuses = await Promise.all(others.map(ping));
		expect(statuses.filter((status) => status === 404)).toHaveLength(1);
	});
});

function isRunning(pid: number): boolean {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch {
		return false;
	}
}

async function lastEntries(omp: OmpProject) {
	return (await omp.sessions()).map((lines) => lines.at(-1));
}

import { expect, test } from "bun:test";
import { join } from "node:path";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { connectServer } from "./connect-server.ts";
import { LiveServer } from "./live-server.ts";

const script = join(import.meta.dir, "testing/odd-server.ts");

function start(overrides: { readonly fails?: () => boolean; readonly now?: () => number } = {}) {
	const connects: number[] = [];
	const givenUp: string[] = [];
	const server = new LiveServer({
		name: "odd",
		now: overrides.now ?? (() => performance.now()),
		delaysMs: [1, 2],
		onAbandoned: (problem) => givenUp.push(problem),
		async connect(onClose, signal) {
			connects.push(connects.length);
			if (overrides.fails?.()) throw new Error("not today");
			const command = process.execPath;
			return connectServer(
				{ name: "odd", transport: "stdio", command, args: [script] },
				{ clientInfo: { name: "test", version: "1" }, newId: () => "x", onClose },
				{ signal },
			);
		},
	});
	return { server, connects, givenUp };
}

verifies("mcp:manager:call-retry", async () => {
	const { server, connects } = start();
	await using _server = server;
	let calls = 0;
	const text = await server.use(async (connection) => {
		calls++;
		const { content } = await connection.callTool(calls === 1 ? "die" : "ok", {});
		return content[0]?.text;
	});
	expect(text).toBe("ok");
	expect(connects).toHaveLength(2);
	// Once only.
	await expect(server.use((connection) => connection.callTool("die", {}))).rejects.toThrow("Transport closed");
	// An error that the server answers with is no reason to connect again.
	const before = connects.length;
	await server.connection();
	await expect(server.use((connection) => connection.callTool("refuse", {}))).rejects.toThrow("bad arguments");
	expect(connects.length - before).toBeLessThanOrEqual(1);
});

test("a lost connection is made again by itself", async () => {
	let attempts = 0;
	const { server, connects } = start({ fails: () => ++attempts === 2 });
	await using _server = server;
	const first = await server.connection();
	process.kill(first.pid ?? 0, "SIGKILL");
	await until(() => connects.length === 3 && server.state === "connected");
	expect(server.current).not.toBe(first);
});

verifies("mcp:manager:circuit-breaker", async () => {
	let now = 0;
	const { server, connects, givenUp } = start({ now: () => now });
	await using _server = server;
	await server.connection();
	for (let crash = 1; crash <= 6; crash++) {
		now += 100;
		process.kill(server.current?.pid ?? 0, "SIGKILL");
		await until(() => (crash <= 5 ? connects.length === crash + 1 && server.current : givenUp.length === 1));
	}
	expect(connects).toHaveLength(6);
	expect(givenUp[0]).toContain("more than 5 attempts in 30 s");
	await until(() => server.state === "disconnected");
	// Asked for, it is tried again.
	await server.reconnect();
	expect(server.state).toBe("connected");
});

test("closing while it connects leaves nothing behind", async () => {
	const { server } = start();
	const connecting = server.connection();
	connecting.catch(() => {});
	await server.close();
	await expect(connecting).rejects.toThrow("was disconnected");
	expect(server.state).toBe("disconnected");
});

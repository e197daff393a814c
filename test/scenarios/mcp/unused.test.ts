import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { tracedExecutable } from "../../loaded-sources.ts";

const root = resolve(import.meta.dir, "../../..");
const server = join(root, "packages/mcp/src/testing/odd-server.ts");

test("without a server nothing of the protocol is loaded, with one it is", async () => {
	await using traced = await tracedExecutable();
	await using omp = await ompProject({ replies: [text("Hello."), text("Hello.")] });
	/** Sources of a run with a prompt that belong to MCP or to a protocol for other programs. */
	const loaded = async () => {
		const { exitCode, sources } = await traced.loadedBy(["-p", "hi"], { cwd: omp.path, env: omp.env });
		expect(exitCode).toBe(0);
		expect(sources.length).toBeGreaterThan(50);
		return sources.filter((path) => /@modelcontextprotocol|@agentclientprotocol|packages\/mcp\/|modes\/mcp/.test(path));
	};
	expect(await loaded()).toEqual([]);
	const servers = { odd: { command: process.execPath, args: [server] } };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: servers }));
	expect((await loaded()).join("\n")).toContain("@modelcontextprotocol/sdk");
}, 300_000);

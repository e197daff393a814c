import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text } from "@oh-my-pi/pi-testkit/replies";

const root = resolve(import.meta.dir, "../../..");
const recorder = join(root, "scripts/bench/record-loaded.ts");
const server = join(root, "packages/mcp/src/testing/odd-server.ts");

/** Modules of a run with a prompt that belong to MCP or to a protocol for other programs. */
async function loaded(omp: OmpProject): Promise<string[]> {
	const list = omp.home.file("loaded.json");
	const env = { BUN_OPTIONS: `--preload ${recorder}`, LOADED_MODULES_FILE: list };
	expect(await omp.run(["-p", "hi"], { env })).toMatchObject({ exitCode: 0, stdout: "Hello.\n" });
	const paths: string[] = await Bun.file(list).json();
	expect(paths.length).toBeGreaterThan(50);
	return paths.filter((path) => /@modelcontextprotocol|@agentclientprotocol|packages\/mcp\/|modes\/mcp/.test(path));
}

test("without a server nothing of the protocol is loaded, with one it is", async () => {
	await using omp = await ompProject({ replies: [text("Hello."), text("Hello.")] });
	expect(await loaded(omp)).toEqual([]);
	const servers = { odd: { command: process.execPath, args: [server] } };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: servers }));
	expect((await loaded(omp)).join("\n")).toContain("@modelcontextprotocol/sdk");
});

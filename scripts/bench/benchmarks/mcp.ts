import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { connectServer } from "@oh-my-pi/pi-mcp/connect-server";
import { LiveServer } from "@oh-my-pi/pi-mcp/live-server";
import { mcpTool } from "../../../packages/coding-agent/src/features/mcp/session/mcp-tool.ts";
import type { Bench, Benchmark } from "../benchmark.ts";
import { firstAnswerMs } from "../first-answer.ts";
import { mcpLimits, startLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";
import { measureScreen } from "../measure-screen.ts";
import { startModel } from "../model-process.ts";

const starts = 7;
const calls = 500;
const program = join(import.meta.dir, "../serve-mcp.ts");

/** What servers add to the start, what a call costs beside the server's own work, and how soon omp is a server itself. */
export const mcp: Benchmark = {
	name: "mcp",
	async run(bench) {
		return [
			{
				name: "first paint with ten MCP servers, added",
				value: await addedToPaint(bench),
				unit: "ms",
				limit: mcpLimits.firstPaint,
			},
			{
				name: "MCP tool call over stdio, beside the server's time",
				value: await costOfCall(),
				unit: "ms",
				limit: mcpLimits.toolCall,
			},
			{
				name: "omp mcp serve, initialize, from start",
				value: await firstAnswer(bench),
				unit: "ms",
				limit: startLimits.mcpServe,
			},
		];
	},
};

/** Eight that answer, one that ends at once and one that never answers. */
function tenServers(): object {
	const quick = { command: process.execPath, args: [program] };
	const eight = Array.from({ length: 8 }, (_, index) => [`quick${index}`, quick]);
	const mcpServers = {
		...Object.fromEntries(eight),
		dead: { command: "false" },
		slow: { command: "sleep", args: ["600"] },
	};
	return { mcpServers };
}

/** Starts with and without servers take turns, so that what else goes on affects both. */
async function addedToPaint(bench: Bench): Promise<number> {
	await using model = await startModel(bench);
	const agent = join(bench.env.HOME ?? "", ".omp/agent");
	const file = join(agent, "mcp.json");
	await mkdir(agent, { recursive: true });
	const command = [bench.omp, ...model.selectors];
	const paint = async () => (await measureScreen(command, { ...bench, quietMs: 400 })).firstPaintMs;
	const [without, withTen]: [number[], number[]] = [[], []];
	for (let count = -1; count < starts; count++) {
		const one = await paint();
		await Bun.write(file, JSON.stringify(tenServers()));
		const other = await paint();
		await rm(file);
		// The first ones warm the file cache.
		if (count < 0) continue;
		without.push(one);
		withTen.push(other);
	}
	return median(withTen) - median(without);
}

async function costOfCall(): Promise<number> {
	const ports = { clientInfo: { name: "bench", version: "1" }, newId: () => crypto.randomUUID() };
	await using live = new LiveServer({
		name: "bench",
		now: () => performance.now(),
		connect: (onClose, signal) =>
			connectServer(
				{ name: "bench", transport: "stdio", command: process.execPath, args: [program] },
				{ ...ports, onClose },
				{ signal },
			),
	});
	const [found] = await (await live.connection()).listTools();
	if (!found) throw new Error("the server listed no tool");
	const tool = mcpTool({
		name: "mcp__bench_own_time",
		server: { name: "bench", _source: {} } as never,
		tool: found,
		live,
		artifacts: {} as never,
	});
	const { signal } = new AbortController();
	const costs: number[] = [];
	for (let count = 0; count < calls; count++) {
		const startedAt = performance.now();
		const output = await buildCall(tool, {}).execute({ id: String(count), signal, onProgress: () => {} });
		const own = Number(typeof output.content === "string" ? output.content : Object(output.content[0]).text);
		if (Number.isNaN(own)) throw new Error(`the tool answered ${JSON.stringify(output.content)}`);
		costs.push(performance.now() - startedAt - own);
	}
	return median(costs);
}

function firstAnswer(bench: Bench): Promise<number> {
	const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
	return firstAnswerMs(bench, {
		args: ["mcp", "serve"],
		request: { jsonrpc: "2.0", id: 1, method: "initialize", params },
		answerHas: '"protocolVersion"',
		times: 2 * starts,
	});
}

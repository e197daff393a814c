import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** A server with instructions and a tool; with a file, it answers only once that exists. */
const server = `
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
const [name, count, gate] = process.argv.slice(2);
const opened = async () => { while (gate && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5)); };
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
createInterface({ input: process.stdin }).on("line", async (line) => {
	const { id, method, params } = JSON.parse(line);
	if (method === "initialize") {
		await opened();
		const serverInfo = { name, version: "1" };
		answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo, instructions: "How to use " + name + "." });
	} else if (method === "tools/list") answer(id, { tools: Array.from({ length: Number(count) }, (_, n) => ({ name: "look" + n, description: name, inputSchema: { type: "object" } })) });
	else if (id !== undefined) answer(id, {});
});
`;

const blocks = (body: Readonly<Record<string, unknown>> | undefined) => JSON.stringify([body?.tools, body?.system]);
const prefixes = ({ model }: OmpProject, from = 0) => new Set(model.requests.slice(from).map(blocks));
const messages = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests.at(index)?.messages);
const count = (text: string, part: string) => text.split(part).length - 1;

/** Two servers, of which the second answers only once `open` exists. The model opens it, and works until it has heard of it. */
async function withServers(otherwise: (body: Record<string, unknown>) => Reply, tools = { fast: 1, slow: 1 }) {
	const omp = await ompProject({ files: { "server.mjs": server }, otherwise });
	const run = (name: "fast" | "slow", ...more: string[]) => ({
		command: process.execPath,
		args: [omp.files.file("server.mjs"), name, String(tools[name]), ...more],
	});
	const mcpServers = { fast: run("fast"), slow: run("slow", omp.files.file("open")) };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers }));
	await omp.home.write(".omp/agent/config.yml", "mcp:\n  startupTimeoutMs: 4000\n");
	return omp;
}

const lateTools = [
	["few tools", { fast: 1, slow: 1 }],
	["a late server that makes the tools too many", { fast: 1, slow: 40 }],
	["tools that are hidden, and more of them later", { fast: 40, slow: 3 }],
] as const;

verifies(
	"mcp:instructions:frozen",
	async () => {
		for (const [name, tools] of lateTools) expect([name, await countPrefixes(tools)]).toEqual([name, 1]);
	},
	240_000,
);

/** How many different beginnings the requests have, over a first start with a server that comes late and two that go on. */
async function countPrefixes(tools: { readonly fast: number; readonly slow: number }): Promise<number> {
	let isWorking = true;
	await using omp = await withServers((body) => {
		const sent = JSON.stringify(body.messages);
		if (!isWorking || sent.includes("How to use slow.")) return text("Done.");
		return toolCall("bash", { i: "Opening", command: "touch open" });
	}, tools);
	// At the first start nobody knows what the slow one says; the model reads it when it comes.
	await omp.run(["-p", "--yolo", "first start"]);
	expect(blocks(omp.model.requests[0])).toContain("How to use fast.");
	expect(blocks(omp.model.requests[0])).not.toContain("How to use slow.");
	expect(messages(omp, -1)).toContain("never overrides the user");
	isWorking = false;
	await omp.run(["-p", "--yolo", "-c", "go on"]);
	await omp.run(["-p", "--yolo", "-c", "and on"]);
	expect(count(messages(omp, -1), "How to use slow.")).toBe(1);
	return prefixes(omp).size;
}

test("a later session has the instructions of all servers from the first request on, slow or not", async () => {
	let turns = 0;
	await using omp = await withServers(() =>
		++turns < 4 ? toolCall("bash", { i: "Opening", command: "touch open" }) : text("Done."),
	);
	await omp.files.write("open", "");
	turns = 10;
	await omp.run(["-p", "--yolo", "first start"]);
	await rm(omp.files.file("open"));
	const from = omp.model.requests.length;
	turns = 0;
	await omp.run(["-p", "--yolo", "second start"]);
	const later = omp.model.requests.slice(from);
	expect(later.length).toBeGreaterThan(3);
	expect(blocks(later[0])).toContain("How to use fast.");
	expect(blocks(later[0])).toContain("How to use slow.");
	await omp.run(["-p", "--yolo", "-c", "go on"]);
	await omp.run(["-p", "--yolo", "-c", "/compact"]);
	await omp.run(["-p", "--yolo", "-c", "after the compaction"]);
	const own = omp.model.requests.slice(from).filter(({ tools }) => Array.isArray(tools) && tools.length > 0);
	expect(JSON.stringify(own.at(-1)?.messages)).toContain("after the compaction");
	expect(new Set(own.map(blocks)).size).toBe(1);
	expect(JSON.stringify(own.at(-1)?.messages)).not.toContain("How to use");
}, 120_000);

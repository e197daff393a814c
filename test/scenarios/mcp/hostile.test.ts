import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";

const script = resolve(import.meta.dir, "../../../packages/mcp/src/testing/odd-server.ts");
const odd = (behavior: string, mark: string) => ({ command: process.execPath, args: [script, behavior, "", mark] });

/** The processes with a mark among their arguments. */
function running(mark: string): string[] {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids.filter((pid) => {
		try {
			return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
		} catch {
			// It has just ended.
			return false;
		}
	});
}

const count = (text: string, part: string) => text.split(part).length - 1;

test("of many bad servers each is named once, the good one works, and nothing is left running", async () => {
	const mark = `mark-${crypto.randomUUID()}`;
	await using omp = await ompProject({ replies: [toolCall("mcp__good_tool0", {}), text("Done.")] });
	const behaviors = [
		"dies-at-once",
		"never-answers",
		"garbage",
		"wrong-ids",
		"stderr-flood",
		"endless-list",
		"odd-tools",
	];
	const bad = Object.fromEntries(behaviors.map((behavior) => [behavior, odd(behavior, mark)]));
	const others = { missing: { command: "/no/such/program" }, closed: { type: "http", url: "http://127.0.0.1:9/mcp" } };
	await omp.home.write(".omp/agent/config.yml", "mcp:\n  startupTimeoutMs: 1500\n");
	const servers = { good: odd("", mark), ...bad, ...others };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: servers }));
	const run = await omp.run(["-p", "--yolo", "go"]);
	expect(run).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
	for (const name of ["dies-at-once", "missing", "closed"]) {
		expect(count(run.stderr, `Can't connect to MCP server "${name}"`)).toBe(1);
	}
	for (const name of ["garbage", "wrong-ids"]) expect(count(run.stderr, `MCP server "${name}"`)).toBe(1);
	expect(count(run.stderr, "not ready after 1500 ms: never-answers")).toBe(1);
	expect(run.stderr).not.toMatch(/[\u001b\u0007]/);
	await until(() => running(mark).length === 0);
}, 30_000);

test("tools with odd names and schemas get names that providers take", async () => {
	await using omp = await ompProject({ replies: [text("Done.")] });
	await omp.home.write(".omp/agent/config.yml", "tools:\n  discoveryMode: off\n");
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { odd: odd("odd-tools", "") } }));
	expect(await omp.run(["-p", "hi"])).toMatchObject({ stdout: "Done.\n", stderr: "", exitCode: 0 });
	const tools: ReadonlyArray<Record<string, unknown>> = Object(omp.model.requests[0]).tools;
	const names = tools.map(({ name }) => String(name)).filter((name) => name.startsWith("mcp__odd"));
	expect(names.map((name) => name.slice(0, 24)).sort()).toEqual([
		"mcp__odd_31mred_0m",
		"mcp__odd_cyclic",
		"mcp__odd_proto",
		"mcp__odd_same",
		"mcp__odd_same_2",
		"mcp__odd_unknown",
		"mcp__odd_xxxxxxxxxxxxxxx",
	]);
	for (const { name, description } of tools) {
		expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
		expect(String(description).length).toBeLessThan(20_000);
	}
	expect(JSON.stringify(tools)).not.toContain('"$ref"');
});

test("of 5,000 tools only the search is sent, and it finds one", async () => {
	const search = toolCall("search_tool_bm25", { query: "thing number 4321", limit: 2 });
	await using omp = await ompProject({ replies: [search, toolCall("mcp__many_tool_4321", {}), text("Done.")] });
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { many: odd("many-tools", "") } }));
	expect(await omp.run(["-p", "--yolo", "hi"])).toMatchObject({ stdout: "Done.\n", stderr: "", exitCode: 0 });
	const offered = (index: number) => JSON.stringify(Object(omp.model.requests[index]).tools);
	expect(offered(0)).not.toContain("mcp__many");
	expect(offered(0)).toContain("5000");
	// The list stays, and with it the cached prompt; the schema comes with the result.
	expect(offered(1)).toBe(offered(0));
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain('\\"name\\":\\"mcp__many_tool_4321\\"');
}, 30_000);

test("a host that vanishes during a question leaves nothing behind", async () => {
	const mark = `mark-${crypto.randomUUID()}`;
	await using omp = await ompProject({ replies: [toolCall("mcp__odd_never", {}), text("Done.")] });
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { odd: odd("offers-never", mark) } }));
	await using host = rpcHost(omp);
	host.send({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "tool_execution_start" });
	expect(running(mark)).toHaveLength(1);
	host.kill("SIGKILL");
	await host.exited;
	await until(() => running(mark).length === 0);
}, 30_000);

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

const script = resolve(import.meta.dir, "../../../packages/mcp/src/testing/odd-server.ts");

const odd = (behavior = "", more: object = {}) => ({ command: process.execPath, args: [script, behavior], ...more });

const writeServers = (omp: OmpProject, servers: object, more: object = {}) =>
	omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: servers, ...more }));

/** The names of the tools in a request. */
const offered = ({ model }: OmpProject, index: number) => {
	const tools = model.requests[index]?.tools;
	return Array.isArray(tools) ? tools.map(({ name }) => String(name)) : [];
};

const lastMessage = ({ model }: OmpProject) => JSON.stringify(model.requests.at(-1)?.messages);

test("a tool of a server in the user's file is offered and called", async () => {
	await using omp = await ompProject({ replies: [toolCall("mcp__odd_tool0", {}), text("Done.")] });
	await writeServers(omp, { odd: odd() });
	const run = await omp.run(["-p", "--yolo", "use it"]);
	expect(run).toEqual({ stdout: "Done.\n", stderr: "", exitCode: 0 });
	expect(offered(omp, 0)).toContain("mcp__odd_tool0");
	expect(lastMessage(omp)).toContain("ok");
});

test("a server that fails is named once, and the others work", async () => {
	await using omp = await ompProject({ replies: [text("Done.")] });
	await writeServers(omp, { good: odd(), bad: odd("dies-at-once"), none: { command: "/no/such/program" } });
	const run = await omp.run(["-p", "hi"]);
	expect(run).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
	expect(run.stderr.match(/Can.t connect to MCP server "bad": it exited with code 3/g)).toHaveLength(1);
	expect(run.stderr.match(/Can.t connect to MCP server "none": Cannot start/g)).toHaveLength(1);
	expect(offered(omp, 0).filter((name) => name.startsWith("mcp__"))).toEqual([
		"mcp__good_tool0",
		"mcp__good_tool1",
		"mcp__good_tool2",
	]);
});

test("a server that never answers holds up a headless prompt only for a while", async () => {
	await using omp = await ompProject({ replies: [text("Done.")] });
	await writeServers(omp, { slow: odd("never-answers") });
	await omp.home.write(".omp/agent/config.yml", "mcp:\n  startupTimeoutMs: 300\n");
	const run = await omp.run(["-p", "hi"]);
	expect(run).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
	expect(run.stderr).toContain("Going on without MCP servers that are not ready after 300 ms: slow");
});

test("a project's server starts only when it is trusted", async () => {
	const started = (omp: OmpProject) => existsSync(join(omp.path, "started"));
	const command = "sh";
	const args = ["-c", `touch started; exec ${process.execPath} ${script}`];
	const files = { ".mcp.json": JSON.stringify({ mcpServers: { odd: { command, args } } }) };
	await using omp = await ompProject({ files, replies: [text("One."), text("Two."), text("Three.")] });
	const first = await omp.run(["-p", "hi"]);
	expect(first.stdout).toBe("One.\n");
	expect(first.stderr).toContain(".mcp.json");
	expect(started(omp)).toBe(false);
	expect((await omp.run(["trust", "allow"])).stdout).toContain("MCP server odd runs: sh -c");
	expect((await omp.run(["-p", "hi"])).stderr).toBe("");
	expect(started(omp)).toBe(true);
	expect(offered(omp, 1)).toContain("mcp__odd_tool0");
	// One byte more, and it is asked about again.
	await omp.files.write(".mcp.json", JSON.stringify({ mcpServers: { odd: { command, args: [...args, "x"] } } }));
	expect((await omp.run(["-p", "hi"])).stderr).toContain(".mcp.json");
	expect(offered(omp, 2)).not.toContain("mcp__odd_tool0");
});

import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const script = resolve(import.meta.dir, "../../../packages/mcp/src/testing/odd-server.ts");
const userFile = ".omp/agent/mcp.json";

const read = async (omp: OmpProject) => JSON.parse(await omp.home.read(userFile));

verifies("mcp:config:atomic-write", async () => {
	await using omp = await ompProject();
	const run = await omp.run(["mcp", "add", "odd", "--env", "A=1", "--", "prog", "--flag", "x y"]);
	expect(run).toEqual({ stdout: `Added server "odd" to ${join(omp.agentDir, "mcp.json")}\n`, stderr: "", exitCode: 0 });
	const written = await omp.home.read(userFile);
	expect(written).toBe(`${JSON.stringify(JSON.parse(written), undefined, 2)}\n`);
	expect(statSync(join(omp.agentDir, "mcp.json")).mode & 0o777).toBe(0o600);
	expect(JSON.parse(written)).toEqual({
		$schema: expect.stringContaining("mcp-schema.json"),
		mcpServers: { odd: { type: "stdio", command: "prog", args: ["--flag", "x y"], env: { A: "1" } } },
	});
	await omp.home.write(userFile, JSON.stringify({ $schema: "mine", mcpServers: {}, disabledServers: ["z"] }));
	await omp.home.write(".cursor/mcp.json", '{"mcpServers":{"cur":{"command":"c"}}}');
	expect((await omp.run(["mcp", "add", "web", "https://x.test/mcp", "--header", "K: v"])).exitCode).toBe(0);
	expect((await omp.run(["mcp", "disable", "cur"])).exitCode).toBe(0);
	expect(await read(omp)).toEqual({
		$schema: "mine",
		mcpServers: { web: { type: "http", url: "https://x.test/mcp", headers: { K: "v" } } },
		disabledServers: ["z", "cur"],
	});
	expect(await omp.home.read(".cursor/mcp.json")).toBe('{"mcpServers":{"cur":{"command":"c"}}}');
});

verifies("mcp:config:malformed-file", async () => {
	await using omp = await ompProject({ files: { ".omp/x": "" }, replies: [text("ok")] });
	for (const broken of ['{ "mcpServers": { "a": ', '{ "mcpServers": [] }']) {
		await omp.home.write(userFile, broken);
		const listed = await omp.run(["mcp", "list"]);
		expect(listed).toMatchObject({ stdout: expect.stringContaining("No MCP servers"), exitCode: 0 });
		expect(listed.stderr).toContain("mcp.json");
		const added = await omp.run(["mcp", "add", "b", "--", "x"]);
		expect(added).toMatchObject({ stdout: "", exitCode: 1 });
		expect(added.stderr).toContain("mcp.json");
		expect(await omp.home.read(userFile)).toBe(broken);
	}
});

verifies("mcp:command:messages", async () => {
	await using omp = await ompProject();
	await omp.run(["mcp", "add", "odd", "--", "prog"]);
	const path = join(omp.agentDir, "mcp.json");
	const refused = async (...words: string[]) => (await omp.run(["mcp", ...words])).stderr;
	expect(await refused("add", "x", "--url", "http://x.test", "--", "prog")).toContain(
		"Use either --url or -- <command...>, not both.",
	);
	expect(await refused("add", "x", "--token", "t", "--", "prog")).toContain(
		"--token requires --url (HTTP/SSE transport).",
	);
	expect(await refused("add", "odd", "--", "prog")).toContain(`Server "odd" already exists in ${path}`);
	expect(await refused("remove", "none")).toContain(`Server "none" not found in ${path}`);
	expect(await refused("add", "a b", "--", "prog")).toContain("Invalid server config:");
	expect(await refused("test", "odd")).toContain('Failed to connect to "odd": Cannot start "prog"');
	await omp.run(["mcp", "disable", "odd"]);
	expect((await omp.run(["-p", "/mcp test odd"])).stderr).toContain(
		'Server "odd" is disabled. Run /mcp enable odd first.',
	);
	expect(await refused("dance")).toContain("Expected action to be one of");
});

verifies("mcp:command:enable-disable", async () => {
	await using omp = await ompProject();
	await omp.home.write(".cursor/mcp.json", '{"mcpServers":{"cur":{"command":"c"}}}');
	await omp.run(["mcp", "add", "own", "--", "prog"]);
	const on = async () => {
		const { stdout } = await omp.run(["mcp", "list", "--json"]);
		return Object.fromEntries(JSON.parse(stdout).map(({ name, enabled }: Record<string, unknown>) => [name, enabled]));
	};
	for (const name of ["own", "cur"]) expect((await omp.run(["-p", `/mcp disable ${name}`])).exitCode).toBe(0);
	expect(await read(omp)).toMatchObject({ mcpServers: { own: { enabled: false } }, disabledServers: ["cur"] });
	expect(await on()).toEqual({ own: false, cur: false });
	for (const name of ["own", "cur"]) await omp.run(["mcp", "enable", name]);
	expect(await on()).toEqual({ own: true, cur: true });
	expect(await read(omp)).not.toHaveProperty("disabledServers");
});

verifies("mcp:command:remove", async () => {
	await using omp = await ompProject();
	await omp.run(["mcp", "add", "one", "--", "prog"]);
	await omp.run(["mcp", "add", "two", "--scope", "project", "--", "prog2"]);
	expect((await omp.run(["mcp", "remove", "two"])).stderr).toContain('Server "two" not found');
	expect((await omp.run(["mcp", "remove", "two", "--scope", "project"])).exitCode).toBe(0);
	expect(JSON.parse(await omp.files.read(".omp/mcp.json")).mcpServers).toEqual({});
	await omp.run(["mcp", "remove", "one"]);
	expect((await read(omp)).mcpServers).toEqual({});
});

test("a server can be tested; one that is added to a project by command is trusted", async () => {
	await using omp = await ompProject({ replies: [text("ok")] });
	const added = await omp.run(["mcp", "add", "odd", "--scope", "project", "--", process.execPath, script]);
	expect(added.exitCode).toBe(0);
	const { stdout } = await omp.run(["mcp", "test", "odd"]);
	expect(stdout).toBe('Connected to "odd": odd 1, protocol 2025-06-18\n3 tools:\n  tool0\n  tool1\n  tool2\n');
	expect((await omp.run(["-p", "hi"])).stderr).toBe("");
	expect(JSON.stringify(omp.model.requests[0]?.tools)).toContain("mcp__odd_tool0");
	const listed = await omp.run(["mcp"]);
	expect(listed.stdout).toContain(`OMP (${join(omp.path, ".omp/mcp.json")})\n  ○ odd  stdio`);
});

test("a server that omp stands in for is named with the reason, in the list and once at the start", async () => {
	await using omp = await ompProject({ replies: [text("ok")] });
	const mcpServers = { pw: { command: "npx", args: ["@playwright/mcp@latest"] } };
	await omp.home.write(userFile, JSON.stringify({ mcpServers }));
	const reason =
		'MCP server "pw" is left out: omp has its own browser. To use the server: omp config set browser.enabled false';
	expect((await omp.run(["mcp", "list"])).stdout).toContain(reason);
	expect(JSON.parse((await omp.run(["mcp", "list", "--json"])).stdout)).toMatchObject([
		{ name: "pw", leftOut: reason },
	]);
	const { stderr } = await omp.run(["-p", "hi"]);
	expect(stderr.split(reason)).toHaveLength(2);
});

test("why a server cannot be reached is said in plain words", async () => {
	await using omp = await ompProject({ replies: [text("ok")] });
	const mcpServers = { remote: { url: "http://127.0.0.1:9/mcp" }, gone: { command: "no-such-program" } };
	await omp.home.write(userFile, JSON.stringify({ mcpServers }));
	const { stderr } = await omp.run(["-p", "hi"]);
	expect(stderr).toContain('Can\'t connect to MCP server "remote": 127.0.0.1:9: connection refused\n');
	expect(stderr).toContain('Can\'t connect to MCP server "gone": Cannot start "no-such-program": no such program\n');
	expect(stderr).not.toMatch(/Is the computer|ECONN|\$PATH/);
});

test("the forms of Claude Code add the same servers", async () => {
	await using omp = await ompProject();
	const config = async () => JSON.parse(await omp.home.read(".omp/agent/mcp.json")).mcpServers;
	expect((await omp.run(["mcp", "add", "-t", "http", "bar", "https://x.test/mcp", "-H", "K: v"])).exitCode).toBe(0);
	expect((await omp.run(["mcp", "add", "-s", "user", "prog", "-e", "A=1", "--", "run", "-t"])).exitCode).toBe(0);
	const json = '{"type":"stdio","command":"run","args":["x"]}';
	expect((await omp.run(["mcp", "add-json", "odd", json])).exitCode).toBe(0);
	expect(await config()).toEqual({
		bar: { type: "http", url: "https://x.test/mcp", headers: { K: "v" } },
		prog: { type: "stdio", command: "run", args: ["-t"], env: { A: "1" } },
		odd: { type: "stdio", command: "run", args: ["x"] },
	});
	const bad = await omp.run(["mcp", "add-json", "worse", "{x"]);
	expect(bad).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("The definition is no JSON") });
});

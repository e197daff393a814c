import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { type NpmRegistry, npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { type Reply, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { atTerminal } from "../at-terminal.ts";
import { hostRelease, makingMs } from "../host-release.ts";
import { type Machine, machine } from "./machine.ts";

const name = "@oh-my-pi/pi-coding-agent";
let registry: NpmRegistry;
let user: Machine;
let prefix: string;

beforeAll(async () => {
	const { packages } = await hostRelease();
	registry = npmRegistry();
	for (const tarball of packages) await registry.publish(tarball);
	user = await machine({ registry: registry.url });
	prefix = user.files.file("prefix");
	await user.mustRun(["npm", "install", "--global", `--prefix=${prefix}`, name]);
}, makingMs);

afterAll(async () => {
	await registry[Symbol.asyncDispose]();
	await user[Symbol.asyncDispose]();
});

/** A project in which the installed omp is the one that runs. */
async function installed(replies: readonly Reply[]): Promise<OmpProject> {
	const project = await ompProject({ replies });
	const command = [join(prefix, "bin/omp")];
	const env = { ...user.env, HOME: project.home.path, ACME_KEY: "acme-secret-key", PI_NO_TITLE: "1" };
	const run: OmpProject["run"] = (args, options = {}) =>
		runCommand([...command, ...args], { cwd: options.cwd ?? project.path, stdin: options.stdin, env });
	return { ...project, command, env, run };
}

const protocols = {
	"claude-sonnet-4-5": "anthropic-messages",
	"gpt-5": "openai-responses",
	"gpt-4o": "openai-completions",
};

test.each([...Object.entries(protocols), ["nobody-knows-this", "anthropic-messages"]])(
	"installed omp: the first prompt to %s is answered",
	async (id, api) => {
		await using omp = await installed([text("Hello.")]);
		await omp.home.write(
			".omp/agent/models.yml",
			`providers:\n  acme:\n    baseUrl: ${omp.model.url}\n    apiKey: ACME_KEY\n    api: ${api}\n    models: [{ id: ${id} }]\n`,
		);
		const listed = await omp.run(["models"]);
		expect(listed.stdout).toContain(id);
		expect(await omp.run(["-p", "hi", "--model", `acme/${id}`])).toMatchObject({ stdout: "Hello.\n", exitCode: 0 });
		expect(omp.model.requests).toMatchObject([{ model: id }]);
	},
	60_000,
);

test("installed omp: JSON mode", async () => {
	await using omp = await installed([text("Hello.")]);
	const { stdout, exitCode } = await omp.run(["-p", "hi", "--mode", "json"]);
	const types = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line).type);
	expect(types).toContain("agent_start");
	expect(types.at(-1)).toBe("agent_end");
	expect(exitCode).toBe(0);
});

test("installed omp: RPC", async () => {
	await using omp = await installed([text("Hello.")]);
	await using host = rpcHost(omp);
	await host.ask({ id: "run", type: "prompt", message: "hi" });
	await host.frame({ type: "agent_end" });
	expect(await host.end()).toBe(0);
});

test("installed omp: ACP", async () => {
	await using omp = await installed([text("Hello.")]);
	await using acp = await acpClient(omp);
	expect(await acp.prompt(await acp.newSession(), "hi")).toMatchObject({ stopReason: "end_turn" });
});

test("installed omp: MCP server", async () => {
	await using omp = await installed([]);
	const request = (id: number, method: string, params: object = {}) =>
		JSON.stringify({ jsonrpc: "2.0", id, method, params });
	const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
	const stdin = `${[request(1, "initialize", initialize), request(2, "tools/list")].join("\n")}\n`;
	const { stdout, exitCode } = await omp.run(["mcp", "serve"], { stdin });
	const answers = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(answers.find(({ id }) => id === 2).result.tools.length).toBeGreaterThan(0);
	expect(exitCode).toBe(0);
});

test("installed omp: at a terminal", async () => {
	await using omp = await installed([text("On the screen.")]);
	await using terminal = await atTerminal(omp);
	await terminal.say("hi", "On the screen.");
	terminal.type("/exit\r");
	expect((await terminal.exit).code).toBe(0);
});

test("installed omp: an extension starts a script", async () => {
	await using omp = await installed([]);
	await omp.home.write(".omp/agent/extensions/start/child.mjs", 'console.log("ran", process.argv[2]);\n');
	await omp.home.write(
		".omp/agent/extensions/start/index.ts",
		`import { spawnSync } from "node:child_process";
		export default (pi) => pi.registerCommand("start", { description: "Starts it", handler: () =>
			console.error(String(spawnSync(process.execPath, [import.meta.dirname + "/child.mjs", "it"]).stdout)) });\n`,
	);
	expect((await omp.run(["-p", "/start"])).stderr).toContain("ran it");
	expect(omp.model.requests).toEqual([]);
});

test("installed omp: knows how it was installed", async () => {
	const { version } = await hostRelease();
	const { stdout, exitCode } = await user.run([join(prefix, "bin/omp"), "update", "--check"]);
	expect(stdout).toBe(
		`omp ${version}, installed with npm for all projects in ${prefix}\nNewest version: ${version}\nomp is up to date.\n`,
	);
	expect(exitCode).toBe(0);
});

test("installed omp: uninstalling leaves nothing", async () => {
	await user.mustRun(["npm", "uninstall", "--global", `--prefix=${prefix}`, name]);
	const left = await readdir(prefix, { recursive: true, withFileTypes: true });
	expect(left.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
});

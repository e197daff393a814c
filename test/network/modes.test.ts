import { expect, setDefaultTimeout } from "bun:test";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { installedProgram } from "../contract/entry-points/installed-program.ts";
import { makingMs } from "../e2e/host-release.ts";
import { said, serveClient } from "../scenarios/mcp/serve-client.ts";
import { usualEnv, verifies, type World, world } from "./world.ts";

setDefaultTimeout(makingMs);
const onRealAddresses = requiresNamespaces();
const open = world(
	({ url }) => [{ name: "model.example", server: url }],
	(body) => {
		// The model of the role `commit`.
		if (body.model === "a-2") return text('{"type":"fix","summary":"keep the column","body":[]}');
		return text(/report_finding/.test(JSON.stringify(body)) ? "Fine.\nVerdict: correct" : "It works.");
	},
);

type Mode = (world: World, home: string) => Promise<string>;

const run =
	(args: readonly string[], stdin?: string): Mode =>
	async ({ net }, home) => {
		const { stdout, stderr, exitCode } = await net.omp(args, { home, env: usualEnv, ...(stdin && { stdin }) });
		return exitCode === 0 ? stdout : `exit ${exitCode}: ${stderr}`;
	};

/** A repository of its own with one change. */
async function changedRepository(home: string): Promise<string> {
	const cwd = `${home}/repository`;
	const git = async (...args: string[]) => {
		const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
		await runCommand(["git", ...identity, "-C", cwd, ...args]);
	};
	await Bun.write(`${cwd}/a.ts`, "one\n");
	await git("init", "--quiet");
	await git("config", "user.name", "Test");
	await git("config", "user.email", "test@example.com");
	await git("add", "--all");
	await git("commit", "--quiet", "--message=Start");
	await Bun.write(`${cwd}/a.ts`, "two\n");
	return cwd;
}

const modes: Readonly<Record<string, Mode>> = {
	print: run(["-p", "hi"]),
	"a message without -p": run(["hi"]),
	pipe: run([], "hi\n"),
	json: run(["--mode", "json", "-p", "hi"]),
	async rpc(world, home) {
		await using host = rpcHost(await world.project(home));
		await host.frame({ type: "ready" });
		host.send({ id: "1", type: "prompt", message: "hi" });
		await host.frame({ type: "agent_end" });
		return JSON.stringify(host.frames);
	},
	async acp(world, home) {
		await using client = await acpClient(await world.project(home));
		await client.prompt(await client.newSession(), "hi");
		return JSON.stringify(client.updates);
	},
	async terminal(world, home) {
		const { command, path } = await world.project(home);
		await using terminal = ptyRun(command, { cols: 120, rows: 40, cwd: path });
		await terminal.waitFor("Acme One");
		terminal.type("hi\r");
		await terminal.waitFor("It works.");
		return terminal.screen();
	},
	async sdk({ net }, home) {
		const { folder } = await installedProgram();
		const program = `${folder}/ask.ts`;
		await Bun.write(
			program,
			`import { createAgentSession } from "@oh-my-pi/pi-coding-agent";
			const { session } = await createAgentSession({ cwd: process.cwd() });
			session.subscribe((event) => { if (event.type === "message_end") console.log(JSON.stringify(event.message)); });
			await session.prompt("hi");
			process.exit(0);\n`,
		);
		const { stdout, stderr } = await runCommand(net.inside([process.execPath, program], { home, env: usualEnv }));
		return stdout + stderr;
	},
	async "mcp serve"(world, home) {
		await using client = await serveClient(await world.project(home));
		return said(await client.call("ask", { prompt: "hi" }));
	},
	async bench({ net, model }, home) {
		const before = model.requests.length;
		const { stdout, stderr } = await net.omp(["bench", "acme/a-1", "--runs", "1"], { home, env: usualEnv });
		return model.requests.length === before + 1 ? "It works." : stdout + stderr;
	},
	async commit(world, home) {
		const cwd = await changedRepository(home);
		const { stdout, stderr } = await world.net.omp(["commit", "--all"], { home, cwd, env: usualEnv });
		return stdout.includes("keep the column") ? "It works." : stdout + stderr;
	},
	async review(world, home) {
		const cwd = await changedRepository(home);
		const { stdout, stderr } = await world.net.omp(["review", "--json"], { home, cwd, env: usualEnv });
		return /"verdict": *"correct"/.test(stdout) ? "It works." : stdout + stderr;
	},
};

async function answers(name: string, scheme: string): Promise<void> {
	const shared = await open();
	const home = await shared.home(`${scheme}://model.example`, "modelRoles: { default: acme/a-1, commit: acme/a-2 }\n");
	expect(await modes[name]?.(shared, home)).toContain("It works.");
}

for (const name of Object.keys(modes)) {
	onRealAddresses(`${name} answers through http://model.example`, () => answers(name, "http"));
	onRealAddresses(`${name} answers through https://model.example`, () => answers(name, "https"));
}

verifies("ai-streaming:http:default-ports", async () => {
	for (const name of ["print", "json", "rpc", "acp", "mcp serve"]) {
		for (const scheme of ["http", "https"]) await answers(name, scheme);
	}
});

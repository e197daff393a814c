import { expect, setDefaultTimeout } from "bun:test";
import { bundledModels } from "@oh-my-pi/pi-ai/catalog/read-shard";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { said, serveClient } from "../scenarios/mcp/serve-client.ts";
import { verifies, type World, world } from "./world.ts";

setDefaultTimeout(300_000);
const onRealAddresses = requiresNamespaces();
/** No names, no routes. */
const open = world(() => []);
const key = "sk-0123456789-secret";

/** What a provider needs besides a key. */
const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"amazon-bedrock": { AWS_REGION: "eu-west-1" },
	"azure-openai-responses": { AZURE_OPENAI_RESOURCE_NAME: "acme" },
	"cloudflare-ai-gateway": { CLOUDFLARE_ACCOUNT_ID: "acme", CLOUDFLARE_GATEWAY_ID: "main" },
	"google-vertex": { GOOGLE_CLOUD_PROJECT: "p1", GOOGLE_CLOUD_LOCATION: "europe-west4" },
};

/** The addresses that are not those of `baseUrl`. */
const hosts: Readonly<Record<string, string>> = {
	"amazon-bedrock": "bedrock-runtime.eu-west-1.amazonaws.com",
	"azure-openai-responses": "acme.openai.azure.com",
	"cloudflare-ai-gateway": "gateway.ai.cloudflare.com",
	"gitlab-duo": "gitlab.com",
	"google-vertex": "aiplatform.googleapis.com",
};

/** The guide needs no network, and the models of Cursor are known only with an account. */
const others = ["offline", "cursor"];

async function modelOf(provider: Provider): Promise<string> {
	return provider.defaultModel ?? (await bundledModels(provider))[0]?.id ?? "some-model";
}

async function checkLine(provider: Provider): Promise<void> {
	const { net } = await open();
	const variable = provider.envVars.at(-1);
	const home = `offline/${provider.id}`;
	await net.files.write(`${home}/.omp/agent/config.yml`, "retry: { enabled: false }\n");
	const { stdout, stderr, exitCode } = await net.omp(
		["-p", "hi", "--model", `${provider.id}/${await modelOf(provider)}`, ...(variable ? [] : ["--api-key", key])],
		{ home: net.files.file(home), env: { ...(variable && { [variable]: key }), ...settings[provider.id] } },
	);
	const lines = stderr.trimEnd().split("\n");
	const host = hosts[provider.id] ?? new URL(provider.baseUrl).host;
	const naming = lines.filter((line) => line.includes(host)).length;
	expect([provider.id, exitCode, stdout, naming]).toEqual([provider.id, 1, "", 1]);
	expect(lines.length).toBeLessThanOrEqual(3);
	expect(stderr).not.toContain(key);
	expect(stderr).not.toMatch(/^\s+at |\.ts:\d|getaddrinfo|EAI_AGAIN/m);
}

verifies("ai-streaming:http:unreachable-line", async () => {
	const named = builtInProviders.filter(({ id }) => !others.includes(id));
	expect(named.length).toBeGreaterThan(50);
	const waiting = [...named];
	const work = async () => {
		for (let next = waiting.pop(); next; next = waiting.pop()) await checkLine(next);
	};
	await Promise.all([work(), work(), work()]);
});

type Mode = (world: World, home: string) => Promise<string>;
const env = { ANTHROPIC_API_KEY: key, OMP_SKIP_SETUP: "1", PI_NO_TITLE: "1" };
const model = "anthropic/claude-sonnet-4-5";

const run =
	(...args: string[]): Mode =>
	async ({ net }, home) => {
		const { stdout, stderr } = await net.omp(args, { home, env });
		return stdout + stderr;
	};

const modes: Readonly<Record<string, Mode>> = {
	print: run("-p", "hi"),
	json: run("--mode", "json", "-p", "hi"),
	async pipe({ net }, home) {
		const { stdout, stderr } = await net.omp([], { home, env, stdin: "hi\n" });
		return stdout + stderr;
	},
	async rpc(world, home) {
		await using host = rpcHost(await world.project(home, env));
		await host.frame({ type: "ready" });
		host.send({ id: "1", type: "prompt", message: "hi" });
		await host.frame({ type: "agent_end" });
		return JSON.stringify(host.frames);
	},
	async acp(world, home) {
		await using client = await acpClient(await world.project(home, env));
		const failed = await client
			.prompt(await client.newSession(), "hi")
			.catch((error) => JSON.stringify([error, String(error)]));
		return JSON.stringify([client.updates, failed]);
	},
	async terminal(world, home) {
		const { command, path } = await world.project(home, env);
		await using terminal = ptyRun(command, { cols: 140, rows: 40, cwd: path });
		await terminal.waitFor("Sonnet");
		terminal.type("hi\r");
		await terminal.waitFor("Could not reach");
		return terminal.screen();
	},
	async "mcp serve"(world, home) {
		await using client = await serveClient(await world.project(home, env));
		return said(await client.call("ask", { prompt: "hi" }));
	},
	async commit({ net }, home) {
		await runCommand(["git", "init", "--quiet", `${home}/repository`]);
		await Bun.write(`${home}/repository/a.ts`, "one\n");
		const { stdout, stderr } = await net.omp(["commit", "--all", "--dry-run"], {
			home,
			env,
			cwd: `${home}/repository`,
		});
		return stdout + stderr;
	},
	async review({ net }, home) {
		await runCommand(["git", "init", "--quiet", `${home}/repository`]);
		await Bun.write(`${home}/repository/a.ts`, "one\n");
		const { stdout, stderr } = await net.omp(["review"], { home, env, cwd: `${home}/repository` });
		return stdout + stderr;
	},
};

for (const [name, mode] of Object.entries(modes)) {
	onRealAddresses(`${name} without a network says which host it could not reach`, async () => {
		const shared = await open();
		const folder = `modes/${name.replace(" ", "-")}`;
		await shared.net.files.write(
			`${folder}/.omp/agent/config.yml`,
			`retry: { enabled: false }\nmodelRoles: { default: ${model}, commit: ${model} }\n`,
		);
		const output = await mode(shared, shared.net.files.file(folder));
		expect(output).toContain("Could not reach api.anthropic.com: no such host, or no network");
		expect(output).not.toContain(key);
		expect(output).not.toMatch(/getaddrinfo|EAI_AGAIN/);
	});
}

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type NpmRegistry, npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { hostRelease, makingMs } from "../host-release.ts";
import { type Machine, machine } from "./machine.ts";

const root = resolve(import.meta.dir, "../../..");
const programs = ["chat-server", "ci-reviewer", "tool-host"];
let registry: NpmRegistry;
let user: Machine;

beforeAll(async () => {
	const release = await hostRelease();
	registry = npmRegistry();
	for (const tarball of release.packages) await registry.publish(tarball);
	user = await machine({ registry: registry.url, withBun: true });
	await user.files.write("work/package.json", '{ "name": "programs", "type": "module", "private": true }\n');
	await user.mustRun(["npm", "install", "@oh-my-pi/pi-coding-agent"]);
	for (const name of programs) {
		await user.files.write(`work/${name}.ts`, await Bun.file(join(root, "examples", name, `${name}.ts`)).text());
	}
}, makingMs);

afterAll(async () => {
	await registry[Symbol.asyncDispose]();
	await user[Symbol.asyncDispose]();
});

/** A project with a scripted model, and the environment in which an installed program finds it. */
async function withModel(replies: readonly Reply[]) {
	const omp = await ompProject({ replies, files: { "README.md": "# Greeter" } });
	return { omp, env: { ...user.env, HOME: omp.home.path, ACME_KEY: "acme-secret-key", PI_NO_TITLE: "1" } };
}

test.each([
	["node16", "node16"],
	["preserve", "bundler"],
])(
	"examples: they are type-checked against the installed package with module %p and resolution %p",
	async (module, moduleResolution) => {
		const compilerOptions = {
			strict: true,
			noEmit: true,
			skipLibCheck: false,
			target: "ESNext",
			module,
			moduleResolution,
			types: ["bun"],
			typeRoots: [join(root, "node_modules/@types")],
		};
		const config = { compilerOptions, files: programs.map((name) => `${name}.ts`) };
		await user.files.write(`work/tsconfig.${moduleResolution}.json`, JSON.stringify(config));
		const { stdout } = await user.run([join(root, "node_modules/.bin/tsc"), "-p", `tsconfig.${moduleResolution}.json`]);
		expect(stdout).toBe("");
	},
	120_000,
);

test("examples: the chat server streams the answers of separate chats", async () => {
	const { omp, env } = await withModel([text("Hello Ada."), text("Hello Bob.")]);
	await using _project = omp;
	const child = Bun.spawn(["bun", user.files.file("work/chat-server.ts"), "0"], {
		cwd: omp.path,
		env,
		stdout: "pipe",
		stderr: "pipe",
	});
	const reader = child.stdout.getReader();
	const { value } = await reader.read();
	const url = /http:\S+/.exec(new TextDecoder().decode(value))?.[0] ?? "";
	const ask = async (chat: string) => (await fetch(`${url}chats/${chat}`, { method: "POST", body: "hi" })).text();
	expect([await ask("ada"), await ask("bob")]).toEqual(["Hello Ada.\n", "Hello Bob.\n"]);
	expect((await fetch(`${url}chats/ada`, { method: "DELETE" })).status).toBe(204);
	child.kill("SIGTERM");
	expect(await child.exited).toBe(0);
}, 60_000);

test("examples: the reviewer prints findings and fails for an error", async () => {
	const finding = { file: "a.ts", line: 3, severity: "error", text: "Off by one." };
	const { omp, env } = await withModel([toolCall("yield", { result: { data: { findings: [finding] } } })]);
	await using _project = omp;
	const result = await runCommand(["bun", user.files.file("work/ci-reviewer.ts")], {
		cwd: omp.path,
		env,
		stdin: "+const last = list[list.length];\n",
	});
	expect(result).toEqual({ stdout: "a.ts:3: error: Off by one.\n", stderr: "", exitCode: 1 });
}, 60_000);

test.each(["bun", "node"])(
	"examples: the tool host gives omp a tool in %s",
	async (program) => {
		const { omp, env } = await withModel([toolCall("list_orders", { state: "open" }), text("Two are open.")]);
		await using _project = omp;
		const source = user.files.file("work/tool-host.ts");
		const script = user.files.file("work/tool-host.mjs");
		if (program === "node") {
			await Bun.write(script, new Bun.Transpiler({ loader: "ts" }).transformSync(await Bun.file(source).text()));
		}
		const command = program === "node" ? ["node", script] : ["bun", source];
		const result = await runCommand(command, { cwd: omp.path, env });
		expect(result).toEqual({ stdout: "Two are open.\n", stderr: "", exitCode: 0 });
		expect(JSON.stringify(omp.model.requests[1])).toContain('{\\"id\\":3');
	},
	60_000,
);

test("examples: in Node, what needs Bun says so and names the client", async () => {
	await user.files.write(
		"work/in-node.mjs",
		`import { createAgentSession } from "@oh-my-pi/pi-coding-agent";
		await createAgentSession().catch?.(() => {});\n`,
	);
	const { stderr, exitCode } = await user.run(["node", "in-node.mjs"]);
	expect(stderr).toContain("createAgentSession of @oh-my-pi/pi-coding-agent runs in Bun 1.4 or newer");
	expect(stderr).toContain("RpcClient of @oh-my-pi/pi-coding-agent/rpc-client");
	expect(exitCode).toBe(1);
});

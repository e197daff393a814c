import { afterAll, beforeAll, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type NpmRegistry, npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { exampleReplies } from "../../docs/example-replies.ts";
import { examplesIn } from "../../docs/examples.ts";
import { hostRelease, makingMs } from "../host-release.ts";
import { type Machine, machine } from "./machine.ts";

const root = resolve(import.meta.dir, "../../..");
const name = "@oh-my-pi/pi-coding-agent";
const siblings = [
	"@oh-my-pi/pi-ai",
	"@oh-my-pi/pi-tui",
	"@oh-my-pi/pi-agent-core",
	"@oh-my-pi/pi-utils",
	"@oh-my-pi/pi-natives",
];
const examples = [...examplesIn("sdk.md", "ts"), ...examplesIn("hooks.md", "ts")];

let registry: NpmRegistry;
let user: Machine;

beforeAll(async () => {
	const release = await hostRelease();
	registry = npmRegistry();
	for (const tarball of [...release.packages, ...release.siblings]) await registry.publish(tarball);
	user = await machine({ registry: registry.url, withBun: true });
	await user.files.write("work/package.json", '{ "name": "bot", "type": "module", "private": true }\n');
	await user.mustRun(["npm", "install", name, ...siblings]);
	for (const { name: example, code } of examples) await user.files.write(`work/${example}.ts`, code);
}, makingMs);

afterAll(async () => {
	await registry[Symbol.asyncDispose]();
	await user[Symbol.asyncDispose]();
});

test("SDK: installing it fetches omp's own packages and nothing else", () => {
	const fetched = registry.requests.filter((path) => !path.startsWith("-/"));
	expect(fetched.filter((path) => !path.startsWith("@oh-my-pi/pi-"))).toEqual([]);
});

test.each(examples.map(({ name: example, prints }) => [example, prints] as const))(
	"SDK: the documented program %p runs from the installed package",
	async (example, prints) => {
		await using omp = await ompProject({ replies: exampleReplies[example] ?? [], files: { "README.md": "# Greeter" } });
		const env = { ...user.env, HOME: omp.home.path, ACME_KEY: "acme-secret-key", PI_NO_TITLE: "1" };
		const result = await runCommand(["bun", user.files.file(`work/${example}.ts`)], { cwd: omp.path, env });
		expect(result).toEqual({ stdout: prints, stderr: "", exitCode: 0 });
	},
);

test("SDK: tools find what ships with omp: ripgrep, grammars and the threads that walk folders", async () => {
	await user.files.write(
		"work/tools.ts",
		`import { createAgentSession, SessionManager } from "${name}";
		const { session } = await createAgentSession({ sessionManager: SessionManager.inMemory() });
		session.subscribe((event) => {
			if (event.type === "tool_execution_end") console.log(event.toolName, event.isError, JSON.stringify(event.result));
		});
		await session.prompt("Look around.");
		await session.dispose();\n`,
	);
	await using omp = await ompProject({
		files: { "readme.md": "a needle\n", "a.ts": "export const x = call(1);\n" },
		replies: [
			toolCall("search", { i: "look", pattern: "needle", paths: ["."] }),
			toolCall("find", { i: "look", paths: ["**/*.md"] }),
			toolCall("ast_edit", { i: "look", ops: [{ pat: "call($A)", out: "called($A)" }], paths: ["."] }),
			text("done"),
		],
	});
	// An id that the catalog knows.
	await omp.home.write(
		".omp/agent/models.yml",
		`providers: { acme: { baseUrl: "${omp.model.url}", apiKey: ACME_KEY, api: anthropic-messages, models: [{ id: claude-sonnet-4-5 }] } }\n`,
	);
	const env = { ...user.env, HOME: omp.home.path, ACME_KEY: "acme-secret-key", PI_NO_TITLE: "1" };
	const { stdout, stderr } = await runCommand(["bun", user.files.file("work/tools.ts")], { cwd: omp.path, env });
	expect(stderr).toBe("");
	const [search, find, structural] = stdout.split("\n");
	expect(search).toMatch(/^search false .*readme\.md/);
	expect(find).toMatch(/^find false .*readme\.md/);
	expect(structural).toMatch(/^ast_edit false .*called\(1\)/);
}, 30_000);

test("SDK: programs and extensions are type-checked against the installed package", async () => {
	await user.files.write(
		"work/extension.ts",
		`import type { ExtensionAPI, ToolDefinition } from "${name}";
		import { createBashTool, isToolCallEventType } from "${name}";
		import type { EventBus, ExtensionUIContext, SessionEntry, Theme } from "${name}";
		import { discoverAndLoadExtensions, FileSessionStorage, findMostRecentSession, getRecentSessions, loadExtensions, MemorySessionStorage, resolveResumableSession } from "${name}";
		import { execCommand } from "${name}/extensibility/hooks";
		import { StringEnum, Type } from "@oh-my-pi/pi-ai";
		import { matchesKey, Text, type TUI } from "@oh-my-pi/pi-tui";
		import { compact, defineTool, prepareCompaction, shouldCompact, ThinkingLevel } from "@oh-my-pi/pi-agent-core";
		import { getInstallId } from "@oh-my-pi/pi-utils";
		import { astEdit, astGrep, PtySession, summarizeCode } from "@oh-my-pi/pi-natives";
		export const level: ThinkingLevel = ThinkingLevel.High;
		export const isFull: boolean = shouldCompact(1, 2, { enabled: true });
		export const newest: Promise<string | null> = findMostRecentSession("sessions", new MemorySessionStorage());
		export const changed: Promise<{ applied: boolean }> = astEdit({ rewrites: { "a()": "b()" } });
		export const id: string = getInstallId();
		export const more = [discoverAndLoadExtensions, FileSessionStorage, getRecentSessions, loadExtensions, resolveResumableSession,
			execCommand, compact, prepareCompaction, astGrep, PtySession, summarizeCode];
		export type More = [EventBus, ExtensionUIContext, SessionEntry, Theme, TUI];
		export default function (pi: ExtensionAPI) {
			const level: ToolDefinition["name"] = "level";
			pi.registerCommand("hi", { description: "Greets", handler: async (_args, ctx) => ctx.ui.notify("hi") });
			// @ts-expect-error There is no such event.
			pi.on("no_such_event", () => {});
			return [level, createBashTool, isToolCallEventType, StringEnum, Type, matchesKey, Text, defineTool];
		}\n`,
	);
	await user.files.write(
		"work/tsconfig.json",
		JSON.stringify({
			compilerOptions: {
				strict: true,
				noEmit: true,
				target: "ESNext",
				module: "NodeNext",
				types: ["bun"],
				typeRoots: [join(root, "node_modules/@types")],
			},
			files: [...examples.map((example) => `${example.name}.ts`), "extension.ts"],
		}),
	);
	const { stdout } = await user.run([join(root, "node_modules/.bin/tsc"), "-p", "."]);
	expect(stdout).toBe("");
}, 60_000);

test("SDK: Node is told to use Bun", async () => {
	await user.files.write("work/node.mjs", `import { Settings } from "${name}";\nSettings.inMemory();\n`);
	const { stderr, exitCode } = await user.run(["node", "node.mjs"]);
	expect(stderr).toContain("runs in Bun 1.4 or newer");
	expect(exitCode).toBe(1);
});

/** Programs that let an error through, and what they are told. */
const uncaught: ReadonlyArray<readonly [what: string, program: string, message: string, source: string]> = [
	[
		"a model that is not there",
		`const { session } = await createAgentSession({ sessionManager: SessionManager.inMemory(), modelPattern: "nope/none" });`,
		'Model "nope/none" not found. Run "omp models" to see available models.',
		"omp/coding-agent/src/models/starting-model.ts:",
	],
	[
		"a prompt without a model",
		`const { session } = await createAgentSession({ sessionManager: SessionManager.inMemory() });
		await session.prompt("hi");`,
		"No model selected. Set a provider's key",
		"omp/coding-agent/src/conversation/kernel/",
	],
	[
		"a client whose program is not there",
		`const client = new RpcClient({ cliPath: "/nowhere/omp" });
		await client.start();`,
		"/nowhere/omp",
		"",
	],
];

const sourceLines = (text: string) => text.split("\n").filter((line) => /^\s*\d+ \| /.test(line));

test.each(uncaught)("SDK: an uncaught error shows where it came from, and no code of omp: %s", async (...parts) => {
	const [, program, message, source] = parts;
	const names = "createAgentSession, RpcClient, SessionManager";
	await user.files.write("work/uncaught.ts", `import { ${names} } from "${name}";\n${program}\n`);
	await using omp = await ompProject({ connected: false });
	const env = { ...user.env, HOME: omp.home.path };
	const { stderr, exitCode } = await runCommand(["bun", user.files.file("work/uncaught.ts")], { cwd: omp.path, env });
	expect(exitCode).toBe(1);
	expect(stderr).toContain(message);
	expect(stderr).toContain(source);
	expect(sourceLines(stderr).length).toBeLessThanOrEqual(5);
	expect(stderr.length).toBeLessThan(3000);
	expect(stderr).not.toContain("missing sourcemaps");
});

test("SDK: in Node, an uncaught error of RpcClient shows a line of code at most", async () => {
	await user.files.write(
		"work/uncaught.mjs",
		`import { RpcClient } from "${name}/rpc-client";
		const client = new RpcClient({ cliPath: "/nowhere/omp" });
		await client.start();\n`,
	);
	const { stderr, exitCode } = await user.run(["node", "uncaught.mjs"]);
	expect([exitCode, stderr]).toEqual([1, expect.stringContaining("/nowhere/omp")]);
	expect(stderr.split("\n").length).toBeLessThan(20);
	expect(Math.max(...stderr.split("\n").map((line) => line.length))).toBeLessThan(300);
});

test("SDK: uninstalling leaves nothing of it in the project", async () => {
	await user.mustRun(["npm", "uninstall", name, ...siblings]);
	const left = await Array.fromAsync(
		new Bun.Glob("**/*").scan({ cwd: user.files.file("work/node_modules"), dot: true }),
	);
	expect(left.filter((path) => path !== ".package-lock.json")).toEqual([]);
});

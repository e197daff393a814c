import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { builtExecutable } from "@oh-my-pi/pi-testkit/product/built-executable";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { testSite } from "../../packages/tools/src/browser/testing/test-site.ts";
import { pdfOf } from "../../packages/tools/src/formats/documents/testing/pdf-of.ts";
import { executableOptions } from "../../scripts/build/compile-product.ts";
import { connected, said, serveClient } from "../scenarios/mcp/serve-client.ts";
import { httpServe } from "../scenarios/mcp/serve-http.ts";

const root = resolve(import.meta.dir, "../..");
let executable: string;

beforeAll(async () => {
	executable = await builtExecutable();
}, 60_000);

type Call = readonly [tool: string, args: Record<string, unknown>];

/** The tool results of each call, from the executable in a temporary folder. */
async function results(
	calls: readonly Call[],
	options: { files?: Record<string, string>; prepare?: (path: string) => void; env?: Record<string, string> } = {},
): Promise<string[]> {
	const replies = [...calls.map(([tool, args]) => toolCall(tool, { i: "look", ...args })), text("Done.")];
	await using omp = await ompProject({ files: options.files, replies });
	await omp.home.write(".omp/agent/config.yml", "astGrep: { enabled: true }\n");
	options.prepare?.(omp.path);
	const run = await runCommand([executable, "-p", "go", "--auto-approve", "--sandbox", "off"], {
		cwd: omp.path,
		env: { ...omp.env, ...options.env },
	});
	expect(run).toEqual({ stdout: "Done.\n", stderr: "", exitCode: 0 });
	const [entries = []] = await omp.sessions();
	return entries
		.map(({ message }) => message as { role: string; content: { text: string }[] } | undefined)
		.filter((message) => message?.role === "toolResult")
		.map((message) => message?.content.map((part) => part.text).join("") ?? "");
}

requires("chromium")(
	"executable: a browser tab runs its code on the embedded program",
	async () => {
		using site = testSite();
		const [opened = "", ran = "", variables = ""] = await results([
			["browser", { action: "open", url: `${site.url}/article` }],
			["browser", { action: "run", code: "return tab.extract('markdown')" }],
			["browser", { action: "run", code: "return await new Response(Bun.spawn(['env']).stdout).text()" }],
		]);
		expect(opened).toContain('Tab "main" opened');
		expect(ran).toContain("Snow leopards live in the mountains of **Central Asia**");
		expect(variables).toContain("PATH=");
		expect(variables).not.toContain("BUN_BE_BUN");
	},
	60_000,
);

test("executable: read, search and ast tools work with embedded files", async () => {
	const [found, matched, page, rows] = await results(
		[
			["search", { pattern: "needle", paths: ["."] }],
			["ast_grep", { pat: "call($A)", paths: ["a.ts"] }],
			["read", { path: "a.pdf" }],
			["read", { path: "a.db?q=SELECT 6 * 7 AS answer" }],
		],
		{
			files: { "a.ts": "call(1); // needle\n" },
			prepare(path) {
				writeFileSync(join(path, "a.pdf"), pdfOf(["Hello PDF"]));
				new Database(join(path, "a.db")).run("CREATE TABLE t (x)");
			},
		},
	);
	expect(found).toContain("a.ts");
	expect(matched).toContain("call(1)");
	expect(page).toContain("Hello PDF");
	expect(rows).toContain("42");
}, 30_000);

test("executable: cells can fork and spawn Bun, and BUN_BE_BUN does not leak to children", async () => {
	const cell = `
		const { fork } = require("node:child_process");
		const child = fork("./child.mjs");
		const message = await new Promise((settle) => child.on("message", settle));
		const sum = Bun.spawnSync([process.execPath, "-p", "20 + 22"]).stdout.toString().trim();
		const seen = Bun.spawnSync(["env"]).stdout.toString().match(/^BUN_.*$/gm);
		[message, sum, seen]`;
	const [output] = await results([["eval", { cells: [{ language: "js", code: cell }] }]], {
		files: { "child.mjs": "process.send('forked'); process.disconnect();\n" },
	});
	expect(output?.replaceAll(/\s/g, "")).toContain('["forked","42",null]');
}, 30_000);

test("executable: the variable of the launcher is not passed to child processes", async () => {
	const env = { BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "1000000" };
	const [output] = await results([["bash", { command: "env | grep BUN_JSC; echo looked" }]], { env });
	expect(output).toMatch(/^looked\n/);
}, 30_000);

test("executable: ignores bunfig.toml and .env of a project", async () => {
	const files = { "bunfig.toml": 'preload = ["./gone.ts"]\n', ".env": "NODE_ENV=oops\n" };
	await using omp = await ompProject({ files, replies: [text("Hello.")] });
	const run = await runCommand([executable, "-p", "hi"], { cwd: omp.path, env: omp.env });
	expect(run).toEqual({ stdout: "Hello.\n", stderr: "", exitCode: 0 });
}, 30_000);

test("executable: worker threads of a large walk start", async () => {
	await using project = await workspace({ "sub/a.ts": "" });
	await using program = await workspace();
	await program.write(
		"program.ts",
		`import { WalkThreads } from ${JSON.stringify(join(root, "packages/natives/src/walk/newest/walk-threads.ts"))};
		const threads = new WalkThreads({ most: 1 });
		const [worker] = threads.borrow();
		worker.on("message", (message) => {
			if (message.kind !== "found") return;
			console.log(JSON.stringify(message.found.map(({ path }) => path)));
			threads.discard(worker);
		});
		const path = process.argv[2];
		const rules = { hidden: true, respectIgnore: true, nodeModules: false };
		const scope = { root: path, pattern: "**/*.ts", rules };
		worker.postMessage({ kind: "begin", scope, limit: 5, signals: new SharedArrayBuffer(8) });
		worker.postMessage({ kind: "folders", folders: [{ path: path + "/sub", depth: 2, ignoreSources: [] }] });
		worker.postMessage({ kind: "end" });`,
	);
	await Bun.build({
		...executableOptions(program.file("program")),
		entrypoints: [program.file("program.ts"), join(root, "packages/natives/src/walk/newest/walk-thread.ts")],
	});
	const { stdout } = await runCommand([program.file("program"), project.path], { cwd: "/" });
	expect(JSON.parse(stdout)).toEqual([project.file("sub/a.ts")]);
}, 30_000);

test("executable: serves MCP clients over pipes and HTTP", async () => {
	await using omp = await ompProject({
		files: { "a.txt": "hello\n" },
		replies: [text("Over pipes."), text("Over HTTP.")],
	});
	const installed = { ...omp, command: [executable] };
	await using pipes = await serveClient(installed);
	expect(said(await pipes.call("read", { path: "a.txt" }))).toContain("hello");
	expect(said(await pipes.call("ask", { prompt: "hi" }))).toBe("Over pipes.");
	await using server = await httpServe(installed);
	const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
	await using web = await connected(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }), {});
	expect(said(await web.call("ask", { prompt: "hi" }))).toBe("Over HTTP.");
}, 30_000);

import { expect } from "bun:test";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { opened } from "../e2e/at-terminal.ts";
import { commandLine, marked, markVariable } from "./marked-processes.ts";
import { needsServers, pathWithServers, resultTexts } from "./real-servers.ts";

const oddServer = join(import.meta.dir, "../../packages/lsp/src/testing/odd-server.ts");
const timeoutMs = 30_000;
const call = (tool: string, args: object): Reply => toolCall(tool, { i: "Look", ...args });
const project = {
	"package.json": "{}\n",
	"tsconfig.json": "{}\n",
	"src/a.ts": "export function greet(name: string): string {\n\treturn name;\n}\n",
};

/** The Kitty form of Esc; a bare ESC byte may also start a longer sequence. */
const escapeKey = "\x1b[27u";
const ctrlC = "\x03";

async function atTerminal(omp: OmpProject, args: readonly string[] = [], cols = 100): Promise<PtyRun> {
	await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: write }\n");
	const env = { ...omp.env, PATH: await pathWithServers(omp), [markVariable]: omp.path };
	return ptyRun([...omp.command, ...args], { cols, rows: 50, cwd: omp.path, env });
}

const programs = (omp: OmpProject) => marked(omp.path).map(commandLine);

async function answer(terminal: PtyRun, question: string, key: string): Promise<void> {
	await terminal.waitFor(question, { timeoutMs });
	await opened(terminal, question);
	terminal.type(key);
	await until(() => !terminal.screen().includes(question), { timeoutMs, describe: () => terminal.screen() });
}

/** Leaves with Ctrl+C; nothing is left then. */
async function leave(terminal: PtyRun, omp: OmpProject): Promise<void> {
	terminal.type(ctrlC);
	terminal.type(ctrlC);
	expect((await terminal.exit).code).toBe(0);
	expect(terminal.modes()).toMatchObject({ raw: false });
	await until(() => programs(omp).length === 0, { timeoutMs, describe: () => programs(omp).join("; ") });
}

needsServers()("servers are seen in the greeting, the status line and /lsp, and end with omp", async () => {
	await using omp = await ompProject({
		files: project,
		replies: [call("lsp", { action: "hover", file: "src/a.ts", line: 1, symbol: "greet" }), text("Looked.")],
	});
	await using terminal = await atTerminal(omp, [], 60);
	await terminal.waitFor(/LSP Servers[\s\S]*• typescript {2,}/, { timeoutMs });
	expect(programs(omp).filter((line) => line.includes("language-server"))).toEqual([]);
	terminal.type("look\r");
	await terminal.waitFor("Looked.", { timeoutMs });
	await terminal.waitFor("• typescript  ready");
	terminal.type("/lsp\r");
	await terminal.waitFor(/typescript-language-server {2}ready, pid \d+, \d+ MB, 1\s+open\s+file/);
	expect(programs(omp).some((line) => line.includes("tsserver.js"))).toBe(true);
	terminal.type("/lsp restart\r");
	await terminal.waitFor("Restarted typescript-language-server.", { timeoutMs });
	await until(() => programs(omp).length === 1, { timeoutMs, describe: () => programs(omp).join("; ") });
	await leave(terminal, omp);
});

needsServers()("the question about the check of a project shows its command, and No runs nothing", async () => {
	await using omp = await ompProject({
		files: project,
		replies: [call("lsp", { action: "diagnostics", file: "*" }), text("So not.")],
	});
	await using terminal = await atTerminal(omp);
	await terminal.waitFor("LSP Servers", { timeoutMs });
	terminal.type("check\r");
	await terminal.waitFor("$ npx --no-install tsc --noEmit", { timeoutMs });
	await answer(terminal, "Run this command?", "n");
	await terminal.waitFor("So not.", { timeoutMs });
	expect(resultTexts(omp.model.requests.at(-1)?.messages)).toEqual(["Tool call denied by user: lsp"]);
});

needsServers()("servers end when they are switched off in the settings", async () => {
	await using omp = await ompProject({
		files: project,
		replies: [call("lsp", { action: "hover", file: "src/a.ts", line: 1, symbol: "greet" }), text("Looked.")],
	});
	await using terminal = await atTerminal(omp);
	await terminal.waitFor("LSP Servers", { timeoutMs });
	terminal.type("look\r");
	await terminal.waitFor(/Looked\.[\s\S]* lsp 1 /, { timeoutMs });
	terminal.type("/settings lsp.enabled\r");
	await terminal.waitFor(/Language servers +(?:on|true)/i, { timeoutMs });
	terminal.type("\r");
	await until(() => programs(omp).length === 1, {
		timeoutMs,
		describe: () => `${programs(omp).join("; ")}\n${terminal.screen()}`,
	});
});

needsServers()("Esc ends the wait for a server at once, and the next turn goes on", async () => {
	await using omp = await ompProject({
		files: { "a.odd": "old\n", "p.cfg": "" },
		replies: [
			call("lsp", { action: "rename", file: "a.odd", line: 1, symbol: "old", new_name: "new" }),
			text("Going on."),
		],
	});
	const server = { command: process.execPath, args: [oddServer, "never-renames"], fileTypes: [".odd"] };
	await omp.home.write(".omp/agent/lsp.json", JSON.stringify({ odd: { ...server, rootMarkers: ["p.cfg"] } }));
	await using terminal = await atTerminal(omp);
	await terminal.waitFor("LSP Servers", { timeoutMs });
	terminal.type("rename\r");
	await terminal.waitFor("• odd  ready", { timeoutMs });
	terminal.type(escapeKey);
	await terminal.waitFor("Interrupted");
	terminal.type("and now?\r");
	await terminal.waitFor("Going on.");
	expect(await omp.files.read("a.odd")).toBe("old\n");
	await leave(terminal, omp);
});

needsServers("python3")(
	"a debugger asks with all that it would run, and nothing runs on after No, Esc and exit",
	async () => {
		const condition = "print('condition') or True";
		await using omp = await ompProject({
			files: { "loop.py": "import time\nwhile True:\n    time.sleep(0.05)\n" },
			replies: [
				call("debug", { action: "set_breakpoint", file: "loop.py", line: 3, condition }),
				call("debug", { action: "launch", program: "loop.py", args: ["--fast"] }),
				text("Not started."),
				call("debug", { action: "launch", program: "loop.py" }),
				call("debug", { action: "continue", timeout: 300 }),
				text("Never."),
			],
		});
		await using terminal = await atTerminal(omp, ["--tools", "read,debug"]);
		await terminal.waitFor("Ask anything", { timeoutMs });
		terminal.type("debug it\r");
		await terminal.waitFor(/Place: loop\.py:3[\s\S]*Condition: print\('condition'\) or True/, { timeoutMs });
		await answer(terminal, "Condition: ", "n");
		await terminal.waitFor("$ loop.py --fast", { timeoutMs });
		await answer(terminal, "Run this command?", "n");
		await terminal.waitFor("Not started.", { timeoutMs });
		expect(programs(omp).filter((line) => line.includes("loop.py"))).toEqual([]);
		terminal.type("again\r");
		await answer(terminal, "Run this command?", "y");
		await answer(terminal, "Allow debug?", "y");
		await terminal.waitFor(/Debug: continue/, { timeoutMs });
		expect(programs(omp).some((line) => line.includes("loop.py"))).toBe(true);
		terminal.type(escapeKey);
		await terminal.waitFor("Interrupted", { timeoutMs });
		await leave(terminal, omp);
	},
);

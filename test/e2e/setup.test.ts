import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { opened } from "./at-terminal.ts";

const down = "\x1b[B";

/** A provider that accepts one key. */
function provider() {
	return Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch: (request) =>
			request.headers.get("authorization") === "Bearer good-key-1234"
				? Response.json({ data: [] })
				: new Response("no", { status: 401 }),
	});
}

function start(omp: OmpProject, env: Record<string, string> = {}): PtyRun {
	return ptyRun([...omp.command], {
		cols: 100,
		rows: 30,
		cwd: omp.path,
		env: { ...omp.env, OMP_SKIP_SETUP: "0", ...env },
	});
}

async function leave(terminal: PtyRun): Promise<void> {
	terminal.type("\x04");
	await terminal.exit;
}

verifies(
	"tui:onboarding:steps",
	async () => {
		using server = provider();
		await using omp = await ompProject({ connected: false });
		const env = { MOONSHOT_BASE_URL: `http://127.0.0.1:${server.port}/v1`, MOONSHOT_API_KEY: "" };
		{
			await using terminal = start(omp, env);
			await terminal.waitFor("Set up omp");
			// Accounts that need a client id this build does not have are not offered.
			await opened(terminal, "❯ Paste an API key");
			expect(terminal.screen()).not.toMatch(/Anthropic,|GitHub Copilot|xAI/);
			terminal.type("\r");
			await terminal.waitFor("sk-…");
			terminal.type("bad-key-9999\r");
			await terminal.waitFor("Which provider is this key for?");
			terminal.type("moonshot\r");
			await terminal.waitFor("refused the key (401); nothing was stored");
			terminal.type("\r");
			await terminal.waitFor("sk-…");
			terminal.type("good-key-1234\r");
			await terminal.waitFor("Which provider is this key for?");
			terminal.type("moonshot\r");
			await terminal.waitFor("Moonshot AI: the key works.");
			await terminal.waitFor("❯ Continue");
			terminal.type("\r");
			await terminal.waitFor(/Default model[\s\S]*❯ moonshot\//);
			terminal.type("\r");
			// How much omp may do unasked; the recommended mode is selected.
			await terminal.waitFor(/❯ write .*recommended/);
			terminal.type("\r");
			await terminal.waitFor("Choose the first row in which every icon displays correctly");
			terminal.type(`${down}${down}`);
			await terminal.waitFor(/> ascii/);
			terminal.type("\r");
			await terminal.waitFor("Match the terminal");
			await terminal.waitFor('+  return "hello";');
			terminal.type(`${down}${down}${down}\r`);
			await terminal.waitFor(/Ready with moonshot\//);
			await terminal.waitFor("No AGENTS.md here yet");
			await leave(terminal);
		}
		const config = await omp.home.read(".omp/agent/config.yml");
		expect(config).toMatch(
			/^modelRoles:\n {2}default: moonshot\/.+\ntools:\n {2}approvalMode: write\nsymbolPreset: ascii\ncolorBlindMode: true\nsetupVersion: 1\n$/,
		);
		await using again = start(omp, env);
		await again.waitFor("[M]");
		expect(again.history()).not.toContain("Set up omp");
		await leave(again);
	},
	30_000,
);

/** As much of Ollama as a first start needs. */
function ollama() {
	const chat = [
		{ message: { role: "assistant", content: "Hello from the llama." }, done: false },
		{
			message: { role: "assistant", content: "" },
			done: true,
			done_reason: "stop",
			prompt_eval_count: 9,
			eval_count: 5,
		},
	];
	return Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		routes: {
			"/api/tags": Response.json({ models: [{ name: "qwen3:8b", model: "qwen3:8b", details: { family: "qwen3" } }] }),
			"/api/show": () =>
				Response.json({
					capabilities: ["completion", "tools"],
					model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
				}),
			"/api/chat": () => new Response(chat.map((line) => `${JSON.stringify(line)}\n`).join("")),
		},
		fetch: () => new Response("{}", { status: 404 }),
	});
}

verifies(
	"tui:onboarding:local-server",
	async () => {
		using server = ollama();
		await using omp = await ompProject({ connected: false });
		const env = { OLLAMA_BASE_URL: `http://127.0.0.1:${server.port}` };
		{
			await using terminal = start(omp, env);
			await terminal.waitFor(/❯ Use the local model server +found: Ollama/);
			await opened(terminal, "Use the local model server");
			terminal.type("\r");
			await terminal.waitFor("❯ ollama/qwen3:8b");
			terminal.type("\r");
			await terminal.waitFor(/❯ write .*recommended/);
			terminal.type("\r");
			await terminal.waitFor("every icon displays correctly");
			terminal.type("\r");
			await terminal.waitFor("Match the terminal");
			terminal.type("\r");
			await terminal.waitFor("Ready with ollama/qwen3:8b");
			terminal.type("hi\r");
			await terminal.waitFor("Hello from the llama.");
			await leave(terminal);
		}
		expect(await omp.home.read(".omp/agent/config.yml")).toContain("default: ollama/qwen3:8b");
		await using again = start(omp, env);
		await again.waitFor("ask commands");
		expect(again.history()).not.toContain("Set up omp");
		await leave(again);
	},
	30_000,
);

verifies(
	"slash-commands:config:setup",
	async () => {
		await using omp = await ompProject();
		await omp.home.write(".omp/agent/config.yml", "tools:\n  approvalMode: yolo\n");
		await using terminal = start(omp);
		// A model is already configured, so the setup does not start.
		await terminal.waitFor("Acme One");
		terminal.type("/setup\r");
		await terminal.waitFor("Set up omp");
		await terminal.waitFor("Paste an API key");
		terminal.type("\x1b");
		await terminal.waitFor(/❯ acme\/a-2/);
		terminal.type("\r");
		await terminal.waitFor("recommended");
		terminal.type("\x1b");
		await terminal.waitFor("Ready with acme/a-2");
		await leave(terminal);
	},
	30_000,
);

verifies(
	"cli:first-run:no-models",
	async () => {
		await using omp = await ompProject({ connected: false });
		{
			await using terminal = start(omp);
			await opened(terminal, "Set up omp");
			terminal.type("\x03");
			await terminal.waitFor("No models available. Use /login or set an API key environment variable.");
			await leave(terminal);
		}
		// The setup is not repeated, the warning is.
		for (const env of [{ OMP_SKIP_SETUP: "0" }, { OMP_SKIP_SETUP: "1" }]) {
			await using terminal = start(omp, env);
			await terminal.waitFor("Offline guide");
			await terminal.waitFor("No models available. Use /login or set an API key environment variable.");
			expect(terminal.history()).not.toContain("Set up omp");
			terminal.type("compose a symphony\r");
			await terminal.waitFor("No model is connected yet.");
			await leave(terminal);
		}
		const hint = "No models available. Set a provider's key (for example ANTHROPIC_API_KEY), log in with omp login,";
		expect(await omp.run(["-p", "compose a symphony"])).toMatchObject({
			exitCode: 1,
			stdout: expect.stringContaining("No model is connected yet."),
			stderr: expect.stringContaining(hint),
		});
		// The offline guide's own actions have worked.
		expect(await omp.run(["-p", "list the files here"])).toMatchObject({ exitCode: 0, stderr: "" });
	},
	30_000,
);

test("omp setup runs the setup again, and fails without a terminal", async () => {
	await using omp = await ompProject();
	await using terminal = ptyRun([...omp.command, "setup"], { cols: 100, rows: 30, cwd: omp.path, env: omp.env });
	await opened(terminal, "Set up omp");
	terminal.type("\x03");
	await terminal.waitFor("Acme One");
	await leave(terminal);
	expect(await omp.run(["setup"])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining("omp setup needs a terminal. Without one use omp login and omp config set."),
	});
	expect(await omp.run(["setup", "everything"])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining("Expected no arguments"),
	});
});

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { commands } from "../../../packages/coding-agent/src/cli/commands.ts";
import { atTerminal, opened } from "../at-terminal.ts";
import { makeHostileTree } from "./hostile-tree.ts";
import { isReadable } from "./readable-files.data.ts";
import { readTrace, type TracedProject, traced } from "./trace.ts";

setDefaultTimeout(180_000);

const config = "tools:\n  approvalMode: write\n";

/** Looks at what a run did: nothing of the tree was run, and nothing was read but what the list gives a reason for. */
async function expectHarmless(run: TracedProject, marker: string): Promise<void> {
	const { executed, opened } = await run.trace();
	expect(executed).toEqual([]);
	expect(opened.filter((file) => !isReadable(file))).toEqual([]);
	expect(existsSync(marker)).toBe(false);
}

async function hostileProject(
	replies: Parameters<typeof ompProject>[0] = {},
): Promise<{ readonly omp: OmpProject; readonly marker: string; readonly bare: string }> {
	const omp = await ompProject(replies);
	await omp.home.write(".omp/agent/config.yml", config);
	// As a shell does that has the folder of its packages in front.
	omp.env.PATH = `.:${omp.path}/node_modules/.bin:${omp.env.PATH}`;
	return { omp, ...(await makeHostileTree(omp)) };
}

const needsTrace = requires("strace", "git");

describe("an undecided hostile tree", () => {
	needsTrace("print: with git commands, searches and reads, nothing of it takes effect", async () => {
		const line = (command: string) => toolCall("bash", { i: "x", command });
		const { omp, marker } = await hostileProject({
			replies: [
				line("git status"),
				line("git log -1"),
				toolCall("search", { i: "x", pattern: "const", path: "src" }),
				toolCall("read", { i: "x", path: "README.md" }),
				text("Done."),
			],
		});
		await using _omp = omp;
		const run = traced(omp, "print");
		const { stdout } = await run.run(["-p", "hello"]);
		expect(stdout).toBe("Done.\n");
		await expectHarmless(run, marker);
	});

	requires(
		"strace",
		"git",
		"python3",
	)("print: cells, shells and searches that the user lets run start none of its programs", async () => {
		const { omp, marker } = await hostileProject({
			replies: [
				toolCall("bash", { i: "x", command: "ls src" }),
				toolCall("eval", { i: "x", language: "js", code: "1 + 1" }),
				toolCall("eval", { i: "x", language: "py", code: "1 + 1" }),
				toolCall("find", { i: "x", pattern: "src/*.ts" }),
				text("Done."),
			],
		});
		await using _omp = omp;
		// Undo keeps a copy of every file before the first program runs, and so reads them all.
		await omp.home.write(".omp/agent/config.yml", `${config}undo: { enabled: false }\n`);
		// A Python that is a script of the user's would itself look for its interpreter in the project.
		omp.env.PATH = `.:${omp.path}/node_modules/.bin:/usr/bin:/bin`;
		const run = traced(omp, "tools");
		const { stdout } = await run.run(["-p", "--yolo", "hello"]);
		expect(stdout).toBe("Done.\n");
		expect(JSON.stringify(omp.model.exchanges.at(-1)?.body)).toContain("2");
		await expectHarmless(run, marker);
	});

	needsTrace("print: in an embedded bare repository, git is not run on it", async () => {
		const command = toolCall("bash", { i: "x", command: "git status" });
		const { omp, marker, bare } = await hostileProject({ replies: [command, text("Done.")] });
		await using _omp = omp;
		const run = traced(omp, "bare", { cwd: bare });
		expect((await run.run(["-p", "hello"])).stdout).toBe("Done.\n");
		await expectHarmless(run, marker);
	});

	needsTrace("RPC: prompts, state, commands and models", async () => {
		const { omp, marker } = await hostileProject({ replies: [text("Done.")] });
		await using _omp = omp;
		const run = traced(omp, "rpc");
		{
			await using host = rpcHost(run);
			for (const type of ["get_state", "get_available_models", "get_messages"]) await host.ask({ id: type, type });
			host.send({ id: "1", type: "prompt", message: "hello" });
			await host.frame({ type: "agent_end" });
			await host.end();
		}
		await expectHarmless(run, marker);
	});

	needsTrace("ACP: a session and a prompt", async () => {
		const { omp, marker } = await hostileProject({ replies: [text("Done.")] });
		await using _omp = omp;
		const run = traced(omp, "acp");
		{
			await using client = await acpClient(run);
			await client.prompt(await client.newSession(), "hello");
			await client.end();
		}
		await expectHarmless(run, marker);
	});

	needsTrace("mcp serve: the list of tools and a call", async () => {
		const { omp, marker } = await hostileProject();
		await using _omp = omp;
		const run = traced(omp, "mcp");
		const clientInfo = { name: "test", version: "1" };
		const requests = [
			{ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
			{ method: "notifications/initialized" },
			{ id: 2, method: "tools/list" },
			{ id: 3, method: "tools/call", params: { name: "read", arguments: { path: "README.md" } } },
		];
		const stdin = requests.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`).join("");
		const { stdout } = await run.run(["mcp", "serve"], { stdin });
		expect(stdout).toContain("Hostile");
		await expectHarmless(run, marker);
	});

	needsTrace("interactive: the greeting, the status line and the trust question", async () => {
		const { omp, marker } = await hostileProject();
		await using _omp = omp;
		const run = traced(omp, "interactive");
		{
			await using terminal = await atTerminal(run);
			await opened(terminal, "Trust this project?");
			terminal.type("\r");
			await terminal.waitFor("omp works without it");
			await terminal.waitFor("main");
			// The status line looks again after two seconds.
			await Bun.sleep(4000);
			terminal.hangUp();
			await terminal.exit;
		}
		await expectHarmless(run, marker);
	});

	needsTrace("interactive: in an embedded bare repository", async () => {
		const { omp, marker, bare } = await hostileProject();
		await using _omp = omp;
		const run = traced(omp, "interactive-bare", { cwd: bare });
		{
			await using terminal = await atTerminal({ ...run, path: bare });
			await Bun.sleep(6000);
			terminal.hangUp();
			await terminal.exit;
		}
		await expectHarmless(run, marker);
	});

	/** With arguments, so that they come to where they look at the project. */
	const withArguments: Readonly<Record<string, readonly string[]>> = {
		launch: ["-p", "hello"],
		commit: ["--dry-run"],
		config: ["list"],
		trust: ["list"],
		plugin: ["list"],
		mcp: ["list"],
		ssh: ["list"],
		agents: ["list"],
		sessions: ["list"],
		read: ["README.md"],
		grep: ["const", "src"],
		completions: ["bash"],
		install: ["./plugin"],
		share: ["--help"],
		update: ["--check"],
		shell: [],
		doctor: [],
	};

	describe.each([...new Set(commands.map(({ name }) => name))])("omp %s", (name) => {
		needsTrace("runs nothing of it", async () => {
			const { omp, marker } = await hostileProject({ otherwise: () => text("feat: all") });
			await using _omp = omp;
			const run = traced(omp, name, { deadlineSeconds: 12 });
			await run.run([name, ...(withArguments[name] ?? [])]);
			await expectHarmless(run, marker);
		});
	});

	needsTrace("omp trust list and show read what they show, and no more", async () => {
		const { omp, marker } = await hostileProject();
		await using _omp = omp;
		const run = traced(omp, "show");
		const { stdout } = await run.run(["trust", "show"]);
		for (const words of ["Programs run by git", "Git hooks", "Interpreters", "MCP servers", "filter.x.clean"]) {
			expect(stdout).toContain(words);
		}
		await expectHarmless(run, marker);
	});
});

needsTrace(
	"a prompt in a plain repository starts git to say its state, and none where that is switched off",
	async () => {
		await using omp = await ompProject({ files: { "a.txt": "a\n" }, replies: [text("Hello."), text("Hello.")] });
		await omp.files.git("init", "-q");
		const gitsWith = async (name: string) => {
			const run = traced(omp, name);
			expect((await run.run(["-p", "hi"])).stdout).toBe("Hello.\n");
			const { started, executed } = await run.trace();
			return { started: [...new Set(started.filter((path) => path.endsWith("/git")))], executed };
		};
		expect(await gitsWith("plain")).toEqual({ started: ["/usr/bin/git"], executed: [] });
		await omp.home.write(".omp/agent/config.yml", "gitWaitMs: 0\n");
		expect(await gitsWith("off")).toEqual({ started: [], executed: [] });
	},
);

describe("the trace itself", () => {
	test("a program of the tree, a relative one and an opened file are seen", () => {
		const lines = [
			'12 execve("/tree/git", ["git", "status"], 0x7ff /* 3 vars */) = 0',
			'12 execve("./evil.sh", ["./evil.sh"], 0x7ff) = -1 EACCES (Permission denied)',
			'12 execve("/usr/bin/git", ["git"], 0x7ff <unfinished ...>',
			'13 openat(AT_FDCWD, "a", O_RDONLY) = 3</tree/a>',
			"13 <... openat resumed>) = 4</tree/sub/b>",
			'13 openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = 5</etc/passwd>',
			'13 openat(AT_FDCWD, "c", O_RDONLY) = -1 ENOENT (No such file or directory)',
		];
		expect(readTrace(lines.join("\n"), "/tree")).toEqual({
			started: ["./evil.sh", "/tree/git", "/usr/bin/git"],
			executed: ["./evil.sh", "/tree/git"],
			opened: ["a", "sub/b"],
		});
	});

	needsTrace("a filter that git runs in the tree is seen", async () => {
		const { omp, marker } = await hostileProject();
		await using _omp = omp;
		const run = traced({ ...omp, command: ["/usr/bin/git", "-C", omp.path, "status"] }, "git");
		await run.run([]);
		expect((await run.trace()).executed).not.toEqual([]);
		expect(existsSync(marker)).toBe(true);
	});
});

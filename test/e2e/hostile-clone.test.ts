import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal, opened } from "./at-terminal.ts";
import { makeHostile, makeUnreadable } from "./hostile-clone.ts";

setDefaultTimeout(60_000);

/** The user asks before commands; the clone would like otherwise. */
const config = "tools:\n  approvalMode: write\nbash:\n  patterns: [{ match: 'rm *', approval: deny }]\n";

test("print: nothing of a hostile clone runs, nothing of the user is sent, and one line says what was left out", async () => {
	await using omp = await ompProject({
		replies: [toolCall("bash", { i: "x", command: "./evil.sh" }), text("Done.")],
	});
	await omp.home.write(".omp/agent/config.yml", config);
	const { marker, secret } = await makeHostile(omp);
	const { stderr, stdout, exitCode } = await omp.run(["-p", "hello"]);
	expect([exitCode, stdout]).toEqual([0, "Done.\n"]);
	const lines = stderr.split("\n").filter((line) => line.startsWith("Not trusted and left out:"));
	expect(lines).toHaveLength(1);
	for (const name of [".omp/config.yml", ".env", ".omp/SYSTEM.md"]) expect(lines[0]).toContain(name);
	expect(existsSync(marker)).toBe(false);
	const sent = JSON.stringify(omp.model.exchanges.map(({ body }) => body));
	expect(sent).not.toContain(secret);
	expect(sent).not.toContain("Do what the repository says");
	expect(sent).toContain("Rules.");
});

test("print: --trust-required ends with the list, --trust accepts it for one run, and omp trust allow for good", async () => {
	await using omp = await ompProject({
		files: { ".omp/SYSTEM.md": "Speak Latin.\n" },
		replies: [text("a"), text("b")],
	});
	const refused = await omp.run(["-p", "--trust-required", "hello"]);
	expect([refused.exitCode, omp.model.exchanges.length]).toEqual([1, 0]);
	expect(refused.stderr).toContain("System prompt: .omp/SYSTEM.md");
	expect((await omp.run(["-p", "--trust", "hello"])).exitCode).toBe(0);
	expect(JSON.stringify(omp.model.exchanges[0]?.body)).toContain("Speak Latin.");
	expect((await omp.run(["trust"])).stdout).toContain("not trusted system-prompt:.omp/SYSTEM.md");
	expect((await omp.run(["trust", "show"])).stdout).toContain("| Speak Latin.");
	expect((await omp.run(["trust", "allow"])).stdout).toContain("Trusted: 1 item.");
	expect((await omp.run(["-p", "hello"])).stderr).toBe("");
	expect(JSON.stringify(omp.model.exchanges[1]?.body)).toContain("Speak Latin.");
	await omp.files.write(".omp/SYSTEM.md", "Speak Greek.\n");
	const changed = (await omp.run(["trust", "show"])).stdout;
	expect([changed.includes("- Speak Latin."), changed.includes("+ Speak Greek.")]).toEqual([true, true]);
	expect((await omp.run(["trust", "revoke"])).stdout).toContain("Forgot 1 decision");
});

test("a command that looks at the repository is asked about while its settings run programs", async () => {
	const look = toolCall("bash", { i: "x", command: "git status --short" });
	await using omp = await ompProject({ replies: [look, text("Done."), look, text("Done.")] });
	await omp.home.write(".omp/agent/config.yml", config);
	const { marker } = await makeHostile(omp);
	await omp.run(["-p", "hello"]);
	expect(existsSync(marker)).toBe(false);
	expect(JSON.stringify(omp.model.exchanges[1]?.body)).toContain("settings may run something");
	await omp.run(["trust", "allow", ".git/config", ".git/hooks"]);
	// What is trusted runs, in the sandbox too, where it cannot write the marker.
	await omp.run(["-p", "--sandbox", "off", "hello"]);
	expect(existsSync(marker)).toBe(true);
});

test("RPC: a notice says what was left out, and nothing runs", async () => {
	await using omp = await ompProject({ replies: [text("Done.")] });
	await omp.home.write(".omp/agent/config.yml", config);
	const { marker } = await makeHostile(omp);
	const stdin = `${JSON.stringify({ id: "1", type: "prompt", message: "hello" })}\n`;
	const { stdout } = await omp.run(["--mode", "rpc"], { stdin });
	const frames = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const notices = frames.filter(({ message }) => typeof message === "string" && message.startsWith("Not trusted and"));
	expect(notices).toHaveLength(1);
	expect(existsSync(marker)).toBe(false);
});

test("terminal: one question lists what the clone would do; declining works without it and is remembered", async () => {
	await using omp = await ompProject();
	await omp.home.write(".omp/agent/config.yml", config);
	const { marker } = await makeHostile(omp);
	{
		await using terminal = await atTerminal(omp);
		await opened(terminal, "Trust this project?");
		const screen = terminal.screen();
		for (const words of ["sets shellPath to", "runs the tool bash without asking", "replaces the system prompt"]) {
			expect(screen).toContain(words);
		}
		terminal.type("\r");
		await terminal.waitFor("omp works without it");
		expect(existsSync(marker)).toBe(false);
	}
	await using again = await atTerminal(omp);
	await again.say("/trust", "Trust this project?");
	expect(existsSync(marker)).toBe(false);
});

test("terminal: trusted settings count at once", async () => {
	await using omp = await ompProject({ files: { ".omp/SYSTEM.md": "Speak Latin.\n" }, replies: [text("Salve.")] });
	await using terminal = await atTerminal(omp);
	await opened(terminal, "Trust this project?");
	terminal.type("\x1b[B\r");
	await terminal.waitFor("Trusted: 1 item.");
	await terminal.say("hello", "Salve.");
	expect(JSON.stringify(omp.model.exchanges[0]?.body)).toContain("Speak Latin.");
});

test("terminal: one by one, what is chosen is trusted, the rest is not, and the greeting follows", async () => {
	const agent = "---\nname: scribe\ndescription: Writes\n---\nWrite.\n";
	const files = {
		".omp/SYSTEM.md": "Speak Latin.\n",
		".omp/config.yml": "shellPath: /bin/sh\n",
		".claude/agents/s.md": agent,
	};
	await using omp = await ompProject({ files, replies: [text("Salve.")] });
	{
		await using terminal = await atTerminal(omp);
		await opened(terminal, "Trust this project?");
		expect(terminal.screen()).toContain("ignored until trusted");
		terminal.type("\x1b[B\x1b[B\r");
		await terminal.waitFor("What do you trust?");
		await until(() => /\[ \] Agents +\.claude\/agents\/s\.md/.test(terminal.screen()));
		const rows = terminal.screen().split("\n");
		const items = rows.filter((row) => row.includes("[ ] "));
		const at = items.findIndex((row) => row.includes("SYSTEM.md"));
		terminal.type(`${"\x1b[B".repeat(at)}\r`);
		await terminal.waitFor("[x] System prompt");
		terminal.type(`${"\x1b[B".repeat(items.length - at)}\r`);
		await terminal.waitFor(`Trusted: 1 item. Ignored: ${items.length - 1}.`);
		await terminal.say("hello", "Salve.");
		expect(JSON.stringify(omp.model.exchanges[0]?.body)).toContain("Speak Latin.");
	}
	const listed = (await omp.run(["trust"])).stdout;
	expect(listed).toContain("declined    agent:.claude/agents/s.md");
	expect((await omp.run(["trust", "allow"])).stdout).toContain("Trusted: 2 items.");
	await using terminal = await atTerminal(omp);
	expect(terminal.screen()).not.toContain("ignored until trusted");
});

test("terminal: the greeting no longer speaks of what was trusted", async () => {
	await using omp = await ompProject({ files: { ".omp/SYSTEM.md": "Speak Latin.\n" } });
	await using terminal = await atTerminal(omp);
	await opened(terminal, "Trust this project?");
	expect(terminal.screen()).toContain("1 ignored until trusted");
	terminal.type("\x1b[B\r");
	await terminal.waitFor("Trusted: 1 item.");
	await until(() => !terminal.screen().includes("ignored until trusted"));
});

test("terminal: a repository with nothing but a hook is asked about, and /review runs no git before trust", async () => {
	await using omp = await ompProject({ files: { "a.txt": "a\n", ".gitattributes": "* filter=x\n" } });
	await omp.files.git("init", "-q", "-b", "main");
	await omp.files.write(".git/hooks/pre-commit", "#!/bin/sh\n");
	await chmod(`${omp.path}/.git/hooks/pre-commit`, 0o755);
	const marker = `${omp.home.path}/marker`;
	const plain = await omp.files.read(".git/config");
	await omp.files.write(".git/config", `${plain}[core]\n# note \\\npager = touch ${marker}\n`);
	await using terminal = await atTerminal(omp);
	await opened(terminal, "Trust this project?");
	for (const words of ["git runs .git/hooks/pre-commit", "core.pager = touch"])
		expect(terminal.screen()).toContain(words);
	terminal.type("\r");
	await terminal.waitFor("omp works without it");
	await terminal.press("/review\r", "Against a base branch");
	await terminal.press("\r", "omp does not run git here");
	expect(existsSync(marker)).toBe(false);
});

test("FIFOs, devices and huge files in place of configuration are left out with a word", async () => {
	await using omp = await ompProject({ replies: [text("Done.")] });
	await makeUnreadable(omp);
	const { stderr, stdout } = await omp.run(["-p", "hello"]);
	expect(stdout).toBe("Done.\n");
	for (const words of ["config.yml is not a regular file", "settings.json is larger than 1 MB"]) {
		expect(stderr).toContain(words);
	}
});

test("a project's bunfig.toml and .env do nothing when an SDK host starts omp or a cell runs", async () => {
	const marker = "preloaded";
	await using omp = await ompProject({
		files: { "bunfig.toml": 'preload = ["./preload.ts"]\n', "preload.ts": `await Bun.write("${marker}", "");\n` },
		replies: [toolCall("eval", { i: "x", language: "js", code: "1 + 1" }), text("Done.")],
	});
	await using client = await rpcClient(omp);
	await client.promptAndWait("hello");
	expect(omp.model.exchanges).toHaveLength(2);
	expect(JSON.stringify(omp.model.exchanges[1]?.body)).toContain("2");
	expect(existsSync(`${omp.path}/${marker}`)).toBe(false);
});

test.each([".venv", "venv"])(
	"a Python of the project, %s/bin/python, runs cells only when it is trusted",
	async (folder) => {
		const cell = toolCall("eval", { i: "x", language: "py", code: "1 + 1" });
		await using omp = await ompProject({
			files: { [`${folder}/bin/python`]: `#!/bin/sh\ntouch ran\nexec python3 "$@"\n` },
			replies: [cell, text("Done."), cell, text("Done.")],
		});
		await chmod(`${omp.path}/${folder}/bin/python`, 0o755);
		await omp.run(["-p", "hello"]);
		expect(existsSync(`${omp.path}/ran`)).toBe(false);
		expect((await omp.run(["trust", "allow"])).stdout).toContain(`Interpreters: ${folder}`);
		await omp.run(["-p", "hello"]);
		expect(existsSync(`${omp.path}/ran`)).toBe(true);
	},
);

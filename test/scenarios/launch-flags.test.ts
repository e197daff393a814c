import { expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { stalled, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import {
	foreignCommands,
	loneWords,
	plannedCommands,
} from "../../packages/coding-agent/src/cli/dispatch/reserved-commands.data.ts";
import { tracedExecutable } from "../loaded-sources.ts";

const config = ".omp/agent/config.yml";

/** User messages of each request, without additions by omp. */
function said({ model }: OmpProject): string[] {
	return model.requests.map((request) => {
		const messages = (request.messages ?? []) as Array<{ role: string; content: Array<{ text?: string }> }>;
		const last = messages.findLast(({ role }) => role === "user")?.content ?? [];
		return last
			.map((block) => block.text ?? "")
			.join("")
			.replace(/<system-reminder>.*?<\/system-reminder>/s, "");
	});
}

const modelsAsked = ({ model }: OmpProject) => model.requests.map((request) => request.model);

/** The same provider with reasoning models, with room for every budget. */
async function withThinking(omp: OmpProject): Promise<void> {
	const yml = await omp.home.read(".omp/agent/models.yml");
	const roomy = yml.replaceAll(/maxTokens: \d+/g, "maxTokens: 64000");
	await omp.home.write(".omp/agent/models.yml", roomy.replaceAll("contextWindow:", "reasoning: true, contextWindow:"));
}

verifies("cli:route:first-token-only", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
	expect((await omp.run(["models", "acme"])).stdout).toContain("acme (2 models, usable now)");
	expect((await omp.run(["-p", "hello", "models"])).stdout).toBe("Two.\n");
	expect((await omp.run(["--model", "a-1", "-p", "modelling"])).stdout).toBe("Three.\n");
	expect(said(omp)).toEqual(["hello", "models", "modelling"]);
});

verifies("cli:route:double-dash", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
	expect(await omp.run(["-p", "--", "models", "--help", "@nobody"])).toEqual({
		stdout: "Three.\n",
		stderr: "",
		exitCode: 0,
	});
	expect(said(omp)).toEqual(["models", "--help", "@nobody"]);
});

verifies("cli:route:reserved-commands", async () => {
	await using omp = await ompProject({ replies: [text("A reply.")] });
	const reserved = ["cleanse x", "say hi", "compress x", "grievances x"];
	for (const line of reserved) {
		const words = line.split(" ");
		const stderr = `Error: omp ${words[0]} is not available yet. To send the words as a message: omp -- ${line}\n`;
		expect(await omp.run(words)).toEqual({ stdout: "", stderr, exitCode: 2 });
	}
	expect(await omp.run(["-p", "compress", "--help"])).toMatchObject({ stdout: "", exitCode: 2 });
	expect(omp.model.requests).toEqual([]);
	const [help, short, topic] = await Promise.all(
		[["help"], ["--help"], ["help", "examples"]].map((args) => omp.run(args)),
	);
	expect(help).toEqual(short ?? { stdout: "", stderr: "", exitCode: 1 });
	expect(topic?.stdout).toStartWith("Examples\n");
	expect((await omp.run(["-p", "--", "compress"])).stdout).toBe("A reply.\n");
});

verifies("cli:flag:not-yet", async () => {
	await using omp = await ompProject({ replies: Array.from({ length: 3 }, () => text("Hi.")) });
	const quiet = ["--no-lsp", "--no-extensions", "--no-skills", "--no-rules", "--no-prewalk"];
	expect(await omp.run(["-p", ...quiet, "hi"])).toEqual({ stdout: "Hi.\n", stderr: "", exitCode: 0 });
	const told = await omp.run(["-p", "--external-thinking", "hi"]);
	expect(told.stderr).toBe("--external-thinking is not available yet and is ignored.\n");
	expect(told).toMatchObject({ stdout: "Hi.\n", exitCode: 0 });
	const others = ["--prewalk", "--prewalk-into", "a-2", "--from-claude", "--from-codex"];
	expect(await omp.run(["-p", ...others, "hi"])).toMatchObject({ stdout: "Hi.\n", exitCode: 0 });
	expect(said(omp)).toEqual(["hi", "hi", "hi"]);
	for (const flag of ["--from-claude", "--from-codex"]) {
		const { stderr, exitCode } = await omp.run([flag]);
		expect(stderr).toContain(`${flag} is not available yet`);
		expect(exitCode).toBe(2);
	}
	expect((await omp.run(["-p", "-e"])).stderr).toContain("--extension needs a value");
});

verifies("cli:route:foreign-commands", async () => {
	await using omp = await ompProject({ replies: Array.from({ length: 12 }, () => text("A reply.")) });
	const refused: ReadonlyArray<readonly [args: string[], said: string]> = [
		[["serve"], 'omp has no command "serve". To send it as a message: omp -- serve'],
		[["attach", "http://x"], 'omp has no command "attach". To send it as a message: omp -- attach http://x'],
		[["--model", "a-1", "serve"], 'omp has no command "serve". To send it as a message: omp -- serve'],
		[["--mode", "json", "serve"], 'omp has no command "serve". To send it as a message: omp -- serve'],
		[
			["completion", "bash"],
			'omp has no command "completion". Did you mean: omp completions? To send it as a message: omp -- completion bash',
		],
		[["status"], 'omp has no command "status". Did you mean: omp doctor? To send it as a message: omp -- status'],
		[["ps"], "omp ps is not available yet. To send the words as a message: omp -- ps"],
		[["export", "a b"], expect.stringContaining("omp -- export 'a b'")],
	];
	for (const [args, said] of refused) {
		expect(await omp.run(args)).toEqual({
			stdout: "",
			stderr: typeof said === "string" ? `Error: ${said}\n` : said,
			exitCode: 2,
		});
	}
	for (const word of [...Object.keys(foreignCommands), ...Object.keys(loneWords), ...plannedCommands]) {
		expect([word, (await omp.run([word])).exitCode]).toEqual([word, 2]);
	}
	expect(omp.model.requests).toEqual([]);
	const sent = [
		["serve the page"],
		["-p", "serve"],
		["--", "serve"],
		["run", "the tests"],
		["exec", "fix it"],
		["-p", "review"],
	];
	for (const args of sent) expect([args, (await omp.run(args)).stdout]).toEqual([args, "A reply.\n"]);
	expect(said(omp)).toEqual(["serve the page", "serve", "serve", "run", "the tests", "exec", "fix it", "review"]);
});

verifies("cli:route:list-models-flags", async () => {
	await using omp = await ompProject();
	const [plain, flagged] = [
		await omp.run(["--list-models", "a-1"]),
		await omp.run(["--model", "a-1", "--list-models", "a-1"]),
	];
	expect(flagged).toEqual(plain);
	expect(flagged.exitCode).toBe(0);
});

verifies("cli:flag:tools-not-yet", async () => {
	await using omp = await ompProject({ replies: [text("Hi.")] });
	expect(await omp.run(["-p", "--tools", "read,recall,checkpoint,retain", "hi"])).toEqual({
		stdout: "Hi.\n",
		stderr: [
			"The tool recall is not available in this session, so --tools leaves it out.",
			"The tool checkpoint is off (setting checkpoint.enabled), so --tools leaves it out.",
			"The tool retain is not available in this session, so --tools leaves it out.",
			"",
		].join("\n"),
		exitCode: 0,
	});
	expect(omp.model.requests).toMatchObject([{ tools: [{ name: "read" }] }]);
	const unknown = await omp.run(["-p", "--tools", "web_serch", "hi"]);
	expect(unknown.exitCode).toBe(2);
	expect(unknown.stderr).toMatch(
		/^Error: Unknown tool in --tools: web_serch\. Valid tools: .*Did you mean web_search\?\n$/,
	);
});

verifies("cli:flag:model", async () => {
	await using omp = await ompProject({ replies: Array.from({ length: 6 }, () => text("Hi.")) });
	await withThinking(omp);
	await omp.home.write(config, "modelRoles: { slow: 'acme/a-2:low', default: acme/a-1 }\n");
	for (const selector of ["acme/a-2", "a-2", "A-2", "slow", "@slow", "slow:high"]) {
		expect(await omp.run(["-p", "--no-session", "--model", selector, "hi"])).toMatchObject({ stderr: "", exitCode: 0 });
	}
	expect(modelsAsked(omp)).toEqual(Array(6).fill("a-2"));
	const thoughts = omp.model.requests.map(({ thinking }) => (thinking as { budget_tokens?: number }).budget_tokens);
	expect(new Set(thoughts.slice(0, 3)).size).toBe(1);
	// The role's configured level, and one given with `:level`.
	expect(thoughts[3]).toBe(thoughts[4]);
	expect(thoughts[5]).toBeGreaterThan(thoughts[4] ?? Number.POSITIVE_INFINITY);
});

verifies("cli:flag:thinking", async () => {
	await using omp = await ompProject({ replies: [text("Hi."), text("Hi."), text("Hi.")] });
	await withThinking(omp);
	for (const level of ["off", "low", "high"]) await omp.run(["-p", "--no-session", "--thinking", level, "hi"]);
	const [off, low, high] = omp.model.requests.map(
		({ thinking }) => (thinking as { budget_tokens?: number } | undefined)?.budget_tokens ?? 0,
	);
	expect([off === 0, Number(low) > 0, Number(high) > Number(low)]).toEqual([true, true, true]);
});

verifies("context-management:auto-thinking:ultrathink", async () => {
	await using omp = await ompProject({ replies: Array.from({ length: 4 }, () => text("Hi.")) });
	await withThinking(omp);
	await omp.run(["-p", "--no-session", "--thinking", "max", "hi"]);
	for (const prompt of ["ultrathink about this", "what does `ultrathink` do", "call ultrathink() twice"]) {
		await omp.run(["-p", "--no-session", "--thinking", "auto", prompt]);
	}
	const [max, asked, ...others] = omp.model.requests.map(
		({ thinking }) => (thinking as { budget_tokens?: number } | undefined)?.budget_tokens ?? 0,
	);
	expect(asked).toBe(max);
	expect(others.filter((budget) => budget >= Number(max))).toEqual([]);
});

verifies("cli:flag:role-models", async () => {
	await using omp = await ompProject({ replies: [text("Hi."), text("Hi."), text("Hi.")] });
	await omp.home.write(config, "modelRoles: { slow: acme/a-1, default: acme/a-1 }\n");
	const env = { PI_SLOW_MODEL: "acme/a-1", PI_SMOL_MODEL: "acme/a-1", PI_PLAN_MODEL: "acme/a-1" };
	for (const role of ["slow", "smol", "plan"]) {
		const args = ["-p", "--no-session", `--${role}`, "acme/a-2", "--model", role, "hi"];
		expect(await omp.run(args, { env })).toMatchObject({ stderr: "", exitCode: 0 });
	}
	expect(modelsAsked(omp)).toEqual(["a-2", "a-2", "a-2"]);
	expect(await omp.home.read(config)).toBe("modelRoles: { slow: acme/a-1, default: acme/a-1 }\n");
});

verifies("cli:flag:models-scope", async () => {
	await using omp = await ompProject({ replies: [text("Hi.")] });
	const yml = await omp.home.read(".omp/agent/models.yml");
	await omp.home.write(".omp/agent/models.yml", `${yml}      - { id: b-1, name: Beta }\n`);
	const frames = ["cycle_model", "cycle_model"].map((type) => JSON.stringify({ type })).join("\n");
	const { stdout } = await omp.run(["--mode", "rpc", "--models", "acme/b*, acme/a-2"], { stdin: `${frames}\n` });
	const answers = stdout.split("\n").filter((line) => line.includes('"command":"cycle_model"'));
	expect(answers.map((line) => JSON.parse(line).data.model.id)).toEqual(["a-2", "b-1"]);
	await omp.run(["-p", "--models", "a-2", "hi"]);
	expect(modelsAsked(omp)).toEqual(["a-2"]);
});

verifies("cli:flag:api-key", async () => {
	await using omp = await ompProject({ replies: [text("Hi.")] });
	await omp.run(["-p", "--api-key", "key-of-this-run", "hi"]);
	expect(omp.model.exchanges[0]?.headers["x-api-key"]).toBe("key-of-this-run");
	const kept = await readdir(omp.home.path, { recursive: true, withFileTypes: true });
	for (const file of kept.filter((entry) => entry.isFile())) {
		expect(await readFile(join(file.parentPath, file.name), "latin1")).not.toContain("key-of-this-run");
	}
});

test("--provider selects the provider, with --model the exact model", async () => {
	await using omp = await ompProject({ replies: [text("Hi."), text("Hi.")] });
	await omp.run(["-p", "--provider", "acme", "hi"]);
	await omp.run(["-p", "--provider", "acme", "--model", "a-2", "hi"]);
	expect(modelsAsked(omp)).toEqual(["a-1", "a-2"]);
	expect(await omp.run(["-p", "--provider", "nobody", "hi"])).toMatchObject({
		stderr: 'Error: Unknown provider "nobody". Run "omp models" to see them.\n',
		exitCode: 1,
	});
});

test("--service-tier, --provider-session-id and --prompt-cache-key are in the request", async () => {
	await using omp = await ompProject({ replies: [text("Hi."), text("Hi.")] });
	await omp.home.write(
		".omp/agent/models.yml",
		`providers:\n  openai: { baseUrl: "${omp.model.url}/v1", apiKey: ACME_KEY }\n`,
	);
	const names = ["--provider-session-id", "session-7", "--prompt-cache-key", "cache-7"];
	const model = ["--model", "openai/gpt-5.2"];
	await omp.run(["-p", "--service-tier", "flex", ...names, ...model, "hi"]);
	await omp.run(["-p", "-c", "--service-tier", "none", ...model, "hi"]);
	const [first, second] = omp.model.requests;
	expect([first?.service_tier, first?.prompt_cache_key]).toEqual(["flex", "cache-7"]);
	expect([second?.service_tier, second?.prompt_cache_key]).toEqual([
		undefined,
		expect.stringMatching(/^[0-9a-f-]{36}$/),
	]);
});

verifies("cli:flag:max-time", async () => {
	await using omp = await ompProject({ replies: [stalled(text("never comes")), stalled(text("nor this"))] });
	for (const [mode, time] of [
		["text", "0.6"],
		["json", "600ms"],
		["text", "1ms"],
	] as const) {
		const { stderr, exitCode } = await omp.run(["--mode", mode, "-p", "--max-time", time, "one", "two"]);
		expect([stderr, exitCode]).toEqual(["Deadline exceeded\n", 1]);
	}
	// The second prompt was never sent.
	expect(said(omp)).not.toContain("two");
});

verifies("cli:flag:session-dir", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
	await omp.run(["-p", "--session-dir", "kept", "hi"]);
	const [file = ""] = await readdir(omp.files.file("kept"));
	expect(await omp.sessions()).toEqual([]);
	const id = file.replace(/^.*_|\.jsonl$/g, "");
	expect((await omp.run(["-p", "--resume", id, "more"])).stderr).toContain(`Session "${id}" not found.`);
	expect((await omp.run(["-p", "--resume", id, "more"], { env: { PI_CODING_AGENT_SESSION_DIR: "kept" } })).stdout).toBe(
		"Two.\n",
	);
});

verifies("cli:flag:add-dir", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")], files: { "lib/x": "", "docs/y": "" } });
	await omp.run(["-p", "--add-dir", "lib", "--add-dir", omp.files.file("docs"), "hi"]);
	const [[header] = []] = await omp.sessions();
	expect(header?.additionalDirectories).toEqual([omp.files.file("lib"), omp.files.file("docs")]);
	expect(JSON.stringify(omp.model.requests[0]?.messages)).toContain(
		`The workspace now consists of these folders: ${omp.path}, ${omp.files.file("lib")}, ${omp.files.file("docs")}`,
	);
	expect((await omp.run(["-p", "-c", "/dirs"])).stdout).toContain(omp.files.file("lib"));
	expect(await omp.run(["-p", "--add-dir", "gone", "hi"])).toMatchObject({
		stderr: `Error: Directory not found: ${omp.files.file("gone")}\n`,
		exitCode: 1,
	});
});

verifies("cli:start:home-directory", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
	await omp.home.write("note.txt", "from home");
	const env = { TMPDIR: omp.files.path };
	const inHome = { cwd: omp.home.path, env };
	const { stderr } = await omp.run(["-p", "hi", "@note.txt"], inHome);
	expect(stderr).toBe(
		`Started in the home folder, so omp uses ${omp.path} instead. Use --allow-home to stay, or --cwd.\n`,
	);
	expect((await omp.run(["-p", "--allow-home", "hi"], inHome)).stderr).toBe(
		`${omp.home.path} holds your home folder, so commands in the sandbox cannot write to it, only to a temporary folder. Start omp in the folder of a project, or name folders in sandbox.writable.\n`,
	);
	expect((await omp.run(["-p", "hi"])).stderr).toBe("");
	const cwds = (await omp.sessions()).map(([header]) => header?.cwd);
	expect(cwds.sort()).toEqual([omp.home.path, omp.path, omp.path].sort());
	expect(said(omp)[0]).toContain("from home");
});

verifies("cli:profile:isolated", async () => {
	await using omp = await ompProject({ replies: [text("One.")], files: { "AGENTS.md": "Rule of the project." } });
	const ofProfile = ".omp/profiles/work/agent";
	expect((await omp.run(["--profile", "work", "models", "acme"])).stderr).toContain("Expected action");
	await omp.home.write(`${ofProfile}/models.yml`, await omp.home.read(".omp/agent/models.yml"));
	await omp.home.write(config, "modelRoles: { default: acme/a-1 }\n");
	await omp.home.write(`${ofProfile}/config.yml`, "modelRoles: { default: acme/a-2 }\n");
	await omp.run(["-p", "--profile", "work", "hi"]);
	expect(modelsAsked(omp)).toEqual(["a-2"]);
	expect(JSON.stringify(omp.model.requests[0])).toContain("Rule of the project.");
	expect(await omp.sessions()).toEqual([]);
	const names = await readdir(omp.home.file(ofProfile));
	expect(names).toEqual(expect.arrayContaining(["sessions", "config.yml", "agent.db"]));
	expect(await readdir(omp.agentDir)).toEqual(expect.not.arrayContaining(["sessions", "agent.db"]));
});

verifies("cli:first-run:unknown-model", async () => {
	await using omp = await ompProject();
	const { stderr, exitCode } = await omp.run(["-p", "--model", "acme/a-7", "hi"]);
	expect(exitCode).toBe(1);
	expect(stderr).toStartWith('Error: Model "acme/a-7" not found');
	expect(stderr).toContain("acme/a-1");
	expect(stderr.match(/acme\/|\w+\/[\w.-]+/g)?.length).toBeLessThanOrEqual(6);
});

verifies("cli:exit:codes", async () => {
	await using omp = await ompProject({ replies: [text("Hi.")] });
	const codes = async (...args: string[]) => (await omp.run(args)).exitCode;
	expect(await codes("-p", "hi")).toBe(0);
	expect(await codes("-p", "the script is at its end")).toBe(1);
	expect(await codes("-p", "--resume", "deadbeef", "hi")).toBe(1);
	expect(await codes("token", "nobody")).toBe(1);
	expect(await codes("-p")).toBe(2);
	expect(await codes("--nonsense")).toBe(2);
	expect(await codes("--mode", "yaml", "hi")).toBe(2);
	expect((await omp.run(["--mode", "rpc"], { stdin: "" })).exitCode).toBe(0);
	for (const [signal, code] of [
		["SIGINT", 130],
		["SIGTERM", 143],
	] as const) {
		await using slow = await ompProject({ replies: [stalled(text("never"))] });
		const child = Bun.spawn([...slow.command, "-p", "wait"], {
			cwd: slow.path,
			env: slow.env,
			stdout: "ignore",
			stderr: "ignore",
		});
		while (slow.model.requests.length === 0) await Bun.sleep(5);
		child.kill(signal);
		await child.exited;
		expect([child.exitCode, (await slow.sessions()).length]).toEqual([code, 1]);
	}
});

verifies("cli:route:lazy-help", async () => {
	await using omp = await ompProject();
	await using executable = await tracedExecutable();
	for (const args of [["--help"], ["--help", "all"], ["--version"], ["models", "--help"]]) {
		const { exitCode, sources } = await executable.loadedBy(args, { cwd: omp.path, env: omp.env });
		expect([exitCode, sources.some((path) => path.endsWith("cli/dispatch/run.ts"))]).toEqual([0, true]);
		expect(
			sources.filter((path) => /packages\/(agent|tools|tui|session)\/|\/conversation\/conversation/.test(path)),
		).toEqual([]);
	}
});

verifies("cli:sub:json-only-stdout", async () => {
	await using omp = await ompProject({ replies: [text("Hi.")] });
	await omp.run(["-p", "hi"]);
	for (const args of [
		["config", "list"],
		["config", "get", "theme.dark"],
		["models"],
		["models", "find", "a-1"],
		["sessions", "list"],
		["sessions", "verify"],
		["sessions", "gc"],
		["gc"],
	]) {
		const { stdout, exitCode } = await omp.run([...args, "--json"]);
		expect([args, exitCode, typeof JSON.parse(stdout)]).toEqual([args, 0, expect.any(String)]);
	}
});

verifies("cli:session:export", async () => {
	await using omp = await ompProject({ replies: [text("An **answer**.")] });
	await omp.run(["-p", "a question"]);
	const [file = ""] = (await readdir(join(omp.agentDir, "sessions"), { recursive: true })).filter((name) =>
		name.endsWith(".jsonl"),
	);
	const path = join(omp.agentDir, "sessions", file);
	const usual = omp.files.file(`omp-session-${basename(path, ".jsonl")}.html`);
	expect(await omp.run(["--export", path])).toEqual({ stdout: `Exported to: ${usual}\n`, stderr: "", exitCode: 0 });
	expect(await omp.run(["--export", path, "out.html"])).toMatchObject({
		stdout: `Exported to: ${omp.files.file("out.html")}\n`,
	});
	const page = await readFile(usual, "utf8");
	expect(page).toStartWith("<!");
	expect(page).not.toMatch(/(?:src|href)="https?:/);
	expect(await omp.run(["--export", "gone.jsonl", "none.html"])).toEqual({
		stdout: "",
		stderr: "Error: File not found: gone.jsonl\n",
		exitCode: 1,
	});
	expect(await readdir(omp.path)).not.toContain("none.html");
});

import { describe, expect, test } from "bun:test";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
	type AgentDefinition,
	isReadOnly,
} from "../../../packages/coding-agent/src/agents/definition/agent-definition.ts";
import { bundledAgentList } from "../../../packages/coding-agent/src/agents/definition/agent-list.ts";
import { bundledAgents } from "../../../packages/coding-agent/src/agents/definition/bundled-agents.ts";
import { findAgent, findAgents } from "../../../packages/coding-agent/src/agents/definition/find-agents.ts";
import { jtdToJsonSchema } from "../../../packages/coding-agent/src/agents/definition/jtd-schema.ts";
import { prepareStart } from "../../../packages/coding-agent/src/startup/prepare-start.ts";
import { hands, subagentSession, task } from "./testing/subagent-session.ts";

const agent = (name: string, more = "", body = `You do ${name}.`) =>
	`---\nname: ${name}\ndescription: Does ${name}\n${more}---\n${body}\n`;

/** The agents in a project with these files, all of it trusted unless told otherwise. */
async function found(given: Record<string, string>, options: { trust?: boolean; fifo?: string; args?: object } = {}) {
	await using tree = await workspace({ "repo/.git/HEAD": "", "home/x": "", ...given });
	const installed = ["plug", ...("plug2/README.md" in given ? ["plug2"] : [])];
	const plugins = Object.fromEntries(
		installed.map((name) => [`${name}@market`, [{ scope: "user", installPath: tree.file(name), version: "1.0.0" }]]),
	);
	await tree.write("home/.claude/plugins/installed_plugins.json", JSON.stringify({ version: 2, plugins }));
	if (options.fifo !== undefined) await runCommand(["mkfifo", tree.file(options.fifo)]);
	const host = {
		cwd: tree.file("repo"),
		home: tree.file("home"),
		env: { HOME: tree.file("home") },
		now: () => 0,
		newId: () => Bun.randomUUIDv7(),
	};
	const prepared = await prepareStart(host, {
		configFiles: [],
		allowHome: false,
		noPty: false,
		trust: options.trust ?? true,
		...options.args,
	});
	const result = await findAgents({ ...prepared, host }, host.cwd);
	const own = result.agents.filter(({ source }) => source !== "bundled");
	const plain = (text: string) => text.replaceAll(tree.path, "");
	return { ...result, own, warnings: result.warnings.map(plain), waiting: prepared.gate.waiting };
}

verifies("agents:definition:frontmatter", async () => {
	const { own } = await found({
		"repo/.omp/agents/kebab.md": agent(
			"kebab",
			[
				"tools: Read, grep, exec, hub",
				"spawns: explore, plan",
				'model: ["@slow", "acme/a-1:high"]',
				"thinking-level: high",
				"blocking: true",
				"autoload-skills: [release]",
				"read-summarize: false",
				"output: { type: object, properties: { a: { type: string } } }",
				"",
			].join("\n"),
		),
		"repo/.omp/agents/camel.md": agent(
			"camel",
			"thinkingLevel: LOW\nautoloadSkills: [x]\nreadSummarize: false\ntools: [task]\n",
		),
		"repo/.omp/agents/plain.md": agent("plain", "spawns: '*'\nmodel: smol\nthinking: auto\n"),
	});
	const [camel, kebab, plain] = own;
	expect(kebab).toEqual({
		name: "kebab",
		description: "Does kebab",
		systemPrompt: "You do kebab.",
		tools: ["read", "search", "bash", "eval", "job", "launch", "irc"],
		spawns: ["explore", "plan"],
		model: ["@slow", "acme/a-1:high"],
		thinkingLevel: "high",
		output: { type: "object", properties: { a: { type: "string" } } },
		blocking: true,
		autoloadSkills: ["release"],
		readSummarize: false,
		source: "project",
		filePath: expect.stringMatching(/kebab\.md$/),
	} satisfies AgentDefinition);
	expect(camel).toMatchObject({ thinkingLevel: "low", autoloadSkills: ["x"], readSummarize: false, spawns: "*" });
	expect(plain).toMatchObject({ spawns: "*", model: ["smol"], thinkingLevel: "auto" });
	expect(plain).not.toHaveProperty("tools");
});

verifies("agents:definition:incomplete-skipped", async () => {
	const { own, warnings } = await found(
		{
			"repo/.omp/agents/a.md": "---\ndescription: No name\n---\nBody",
			"repo/.omp/agents/b.md": "---\nname: b\n---\nNo description",
			"repo/.omp/agents/c.md": "---\n\t[[[\n---\nHopeless",
			"repo/.omp/agents/d.md": "---\nname: d\ndescription: D\nother: [\n---\nRead line by line.",
			"repo/.omp/agents/e.md": agent("e"),
			"repo/.omp/agents/f.md": "",
			"repo/.omp/agents/g.md":
				"---\nname: g\ndescription: Refers to itself\noutput: &self\n  properties:\n    inner: *self\n---\nLoop.",
			"repo/.omp/agents/h.md":
				"---\nname: h\ndescription: Odd values\ntools: { a: 1 }\nspawns: [1, {}]\nmodel: 5\noutput: text\n---\nOdd.",
			"repo/.omp/agents/big.md": `---\nname: big\ndescription: D\n---\n${"x".repeat(50_000_000)}`,
		},
		{ fifo: "repo/.omp/agents/pipe.md" },
	);
	expect(own.map(({ name }) => name)).toEqual(["d", "e", "g", "h"]);
	expect(() => JSON.stringify(own)).not.toThrow();
	const about = (file: string) => warnings.filter((warning) => warning.includes(`/${file}`));
	for (const file of ["a.md", "b.md", "c.md", "d.md", "pipe.md", "big.md"])
		expect([file, about(file).length]).toEqual([file, 1]);
	expect(about("a.md")[0]).toContain("has no name and is left out");
	expect(about("d.md")[0]).toMatch(/d\.md:\d+:/);
});

test("agents in subfolders of .claude/agents count, and a README beside them is no agent", async () => {
	const { own, warnings } = await found({
		"repo/.claude/agents/top.md": agent("top"),
		"repo/.claude/agents/README.md": "# Our agents\n",
		"repo/.claude/agents/team/reviews/deep.md": agent("deep"),
		"home/.claude/agents/crew/mine.md": agent("mine"),
	});
	expect(own.map(({ name }) => name).sort()).toEqual(["deep", "mine", "top"]);
	expect(warnings).toEqual([]);
	const untrusted = await found({ "repo/.claude/agents/team/deep.md": agent("deep") }, { trust: false });
	expect(untrusted.own).toEqual([]);
	expect(untrusted.waiting).toMatchObject([{ kind: "agent" }]);
});

test("agents of plugins have the plugin's name before theirs, and are found without it where that is clear", async () => {
	const { agents } = await found({
		"plug/agents/reviewer.md": agent("code-reviewer"),
		"plug/agents/solo.md": agent("solo"),
		"plug/agents/plan.md": agent("plan"),
		"plug2/README.md": "",
		"plug2/agents/reviewer.md": agent("code-reviewer"),
	});
	const named = (name: string) => findAgent(agents, name)?.name;
	expect(agents.filter(({ source }) => source !== "bundled").map(({ name }) => name)).toEqual([
		"plug:plan",
		"plug:code-reviewer",
		"plug:solo",
		"plug2:code-reviewer",
	]);
	expect([named("solo"), named("plug:solo"), named("plug2:code-reviewer"), named("code-reviewer")]).toEqual([
		"plug:solo",
		"plug:solo",
		"plug2:code-reviewer",
		undefined,
	]);
	// A bundled one keeps its name.
	expect(named("plan")).toBe("plan");
});

test("frontmatter as Claude Code writes it is no problem: colons in a text, examples on lines of their own", async () => {
	const { own, warnings } = await found({
		"repo/.claude/agents/a.md":
			'---\nname: a\ndescription: Use it when: asked. Examples:\\n<example>user: "hi"</example>\nmodel: inherit\n---\nBody',
		"repo/.claude/agents/b.md":
			'---\nname: b\ndescription: Use this agent when: needed. Examples:\n\n<example>\nContext: A user asks\nuser: "Make one"\n</example>\n\nmodel: sonnet\ncolor: magenta\ntools: ["Write", "Read"]\n---\nBody',
	});
	expect(warnings).toEqual([]);
	expect(own).toMatchObject([
		{ name: "a", description: expect.stringContaining("Use it when: asked.") },
		{ name: "b", description: expect.stringContaining('user: "Make one"'), tools: ["write", "read"] },
	]);
});

test("agents of Copilot are named by their file, with tools by omp's names", async () => {
	const head = 'description: Writes tests\ntools: ["read", "execute", "edit", "github/*"]\nmodel: Claude Sonnet 4.5\n';
	const files = { "repo/.github/agents/tester.agent.md": `---\n${head}---\nTest it.\n` };
	const { own } = await found(files);
	expect(own).toMatchObject([{ name: "tester", tools: ["read", "bash", "edit", "write"] }]);
	expect(own[0]).not.toHaveProperty("model");
	expect((await found(files, { trust: false })).own).toEqual([]);
});

verifies("agents:definition:jtd-output", () => {
	const schema = jtdToJsonSchema({
		properties: {
			verdict: { enum: ["correct", "incorrect"], metadata: { description: "The verdict" } },
			score: { type: "float64" },
			line: { type: "uint32", nullable: true },
		},
		optionalProperties: {
			notes: { elements: { type: "string" } },
			byFile: { values: { properties: { count: { type: "int32" } } } },
			at: { type: "timestamp" },
		},
	});
	expect(schema).toEqual({
		type: "object",
		properties: {
			verdict: { type: "string", enum: ["correct", "incorrect"], description: "The verdict" },
			score: { type: "number" },
			line: { anyOf: [{ type: "integer" }, { type: "null" }] },
			notes: { type: "array", items: { type: "string" } },
			byFile: {
				type: "object",
				additionalProperties: {
					type: "object",
					properties: { count: { type: "integer" } },
					required: ["count"],
					additionalProperties: false,
				},
			},
			at: { type: "string", format: "date-time" },
		},
		required: ["verdict", "score", "line"],
		additionalProperties: false,
	});
	const plain = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
	expect(jtdToJsonSchema(plain)).toBe(plain);
});

verifies("agents:discovery:first-by-name", async () => {
	const plugin = JSON.stringify({ name: "pack", version: "1.0.0", omp: { extensions: [] } });
	const { agents, projectFolder } = await found(
		{
			"repo/.omp/agents/one.md": agent("one", "", "of the project"),
			"repo/.omp/agents/explore.md": agent("explore", "", "instead of the bundled one"),
			"home/.omp/agent/agents/one.md": agent("one", "", "of the user"),
			"home/.omp/agent/agents/two.md": agent("two", "", "of the user"),
			"pack/package.json": plugin,
			"pack/agents/two.md": agent("two", "", "of the package"),
			"pack/agents/three.md": agent("three", "", "of the package"),
			"home/.omp/agent/config.yml": "extensions: [../pack]\n",
			"plug/agents/three.md": agent("three", "", "of the plugin"),
			"plug/agents/four.md": agent("four", "", "of the plugin"),
			"plug/.claude-plugin/plugin.json": '{"name":"plug"}',
		},
		{},
	);
	const bodies = Object.fromEntries(agents.map(({ name, systemPrompt }) => [name, systemPrompt]));
	expect(bodies).toMatchObject({
		one: "of the project",
		two: "of the user",
		three: "of the package",
		"plug:four": "of the plugin",
		explore: "instead of the bundled one",
	});
	expect(agents.filter(({ name }) => name === "explore")).toHaveLength(1);
	expect(agents.at(-1)?.source).toBe("bundled");
	expect(projectFolder).toMatch(/repo\/\.omp\/agents$/);
	// Names are exact.
	expect(findAgent(agents, "One")).toBeUndefined();
});

verifies("agents:discovery:foreign-folders-ignored", async () => {
	const { own } = await found({
		"repo/.codex/agents/b.md": agent("b"),
		"repo/.gemini/agents/c.md": agent("c"),
		"home/.codex/agents/d.md": agent("d"),
		"repo/.omp/agents/e.md": agent("e"),
	});
	expect(own.map(({ name }) => name)).toEqual(["e"]);
});

verifies("agents:discovery:claude-agents", async () => {
	const claude = [
		"tools: Read, Grep, Glob, WebFetch, Bash(git diff:*), Task, KillShell",
		"model: opus",
		"color: purple",
		"skills: style, tests",
		"",
	].join("\n");
	const files = {
		"repo/.claude/agents/critic.md": agent("critic", claude, "You criticize."),
		"repo/.claude/agents/both.md": agent("both", "", "of Claude"),
		"repo/.omp/agents/both.md": agent("both", "", "of omp"),
		"home/.claude/agents/mine.md": agent("mine", "model: inherit\ntools: '*'\n"),
	};
	const { own } = await found(files);
	expect(own.map(({ name, source, systemPrompt }) => [name, source, systemPrompt])).toEqual([
		["both", "project", "of omp"],
		["critic", "project", "You criticize."],
		["mine", "user", "You do mine."],
	]);
	expect(own[1]).toMatchObject({
		tools: ["read", "search", "find", "bash", "task", "job"],
		model: ["opus", "@slow"],
		spawns: "*",
		autoloadSkills: ["style", "tests"],
	});
	const [, , mine] = own;
	expect([mine?.model, mine?.tools]).toEqual([undefined, undefined]);
	// Those of the project wait for trust; those of the user do not.
	const untrusted = await found(files, { trust: false });
	expect(untrusted.own.map(({ name }) => name)).toEqual(["mine"]);
	expect(untrusted.waiting.map(({ id }) => id).sort()).toEqual([
		"agent:.claude/agents/both.md",
		"agent:.claude/agents/critic.md",
		"agent:.omp/agents/both.md",
	]);
});

describe("an agent file of a project", () => {
	const files = { "repo/.omp/agents/scribe.md": agent("scribe", "tools: read, bash\nmodel: acme/a-1\n") };

	test("is left out and named until it is trusted", async () => {
		const { own, waiting } = await found(files, { trust: false });
		expect(own).toEqual([]);
		expect(waiting.map(({ id, effects }) => [id, effects])).toEqual([
			[
				"agent:.omp/agents/scribe.md",
				['can be started by the model as "scribe": Does scribe', "has the tools read, bash", "uses the model acme/a-1"],
			],
		]);
	});

	test("does not take the place of one of the user's before it is trusted", async () => {
		const { own } = await found(
			{ ...files, "home/.omp/agent/agents/scribe.md": agent("scribe", "", "of the user") },
			{ trust: false },
		);
		expect(own.map(({ systemPrompt, source }) => `${systemPrompt} ${source}`)).toEqual(["of the user user"]);
	});

	test("headless it is left out with a line, and the model does not hear of it", async () => {
		await using omp = await ompProject({ files: { ".git/HEAD": "", ".omp/agents/scribe.md": agent("scribe") } });
		omp.model.script({ answer: { text: "Hello." } }, { answer: { text: "Hello." } });
		const untrusted = await omp.run(["-p", "hi"]);
		expect(untrusted.stderr).toContain(".omp/agents/scribe.md");
		expect(JSON.stringify(omp.model.requests[0]?.tools)).not.toContain("scribe");
		await omp.run(["-p", "hi", "--trust"]);
		expect(JSON.stringify(omp.model.requests[1]?.tools)).toContain("- scribe: Does scribe");
	});
});

describe("the bundled agents", () => {
	const byName = Object.fromEntries(bundledAgents().map((one) => [one.name, one]));

	verifies("agents:bundled:roster", () => {
		const facts = Object.fromEntries(
			Object.entries(byName).map(([name, { tools, model, thinkingLevel, spawns, output, readSummarize }]) => [
				name,
				{
					tools: tools?.join(" ") ?? "all",
					model: model?.join(" "),
					thinkingLevel,
					spawns: typeof spawns === "string" ? spawns : spawns.join(" "),
					output: output && Object.keys(output.properties as object).join(" "),
					verbatim: readSummarize === false,
				},
			]),
		);
		const row = (
			tools: string,
			model: string | undefined,
			thinkingLevel: AgentDefinition["thinkingLevel"],
			spawns = "",
			output: string | undefined = undefined,
			verbatim = false,
		) => ({ tools, model, thinkingLevel, spawns, output, verbatim });
		expect(facts).toEqual({
			task: row("all", "@task", "auto", "*"),
			quick_task: row("all", "@smol", "medium"),
			explore: row("read search find web_search", "@smol", "medium", "", "summary files architecture", true),
			plan: row("read search find bash lsp web_search ast_grep", "@plan @slow", "high", "explore"),
			browser: row("browser read web_search", "@default", undefined),
			designer: row("all", "@designer", undefined),
			reviewer: row(
				"read search find bash lsp web_search ast_grep report_finding",
				"@slow",
				undefined,
				"explore",
				"overall_correctness explanation confidence findings",
			),
			librarian: row(
				"read search find bash lsp web_search ast_grep",
				"@smol",
				"minimal",
				"",
				"answer sources api version breaking_changes caveats",
				true,
			),
			"security-reviewer": row(
				"read search find lsp ast_grep report_finding",
				undefined,
				undefined,
				"",
				"coverage_summary findings reviewed_paths deferred",
			),
		});
		expect(findAgent(bundledAgents(), "sonic")?.name).toBe("quick_task");
		expect(findAgent(bundledAgents(), "scout")?.name).toBe("explore");
		// The list that is known without loading the files names them all but one.
		expect(bundledAgentList.map(({ name }) => name)).toEqual(
			Object.keys(byName).filter((name) => name !== "security-reviewer"),
		);
	});

	verifies("agents:bundled:security-reviewer", async () => {
		const finding = {
			title: "Path escape",
			body: "b",
			priority: "P1",
			confidence: 0.9,
			file_path: "a.ts",
			line_start: 1,
			line_end: 2,
		};
		const result = { coverage_summary: "All of src", reviewed_paths: ["src"] };
		await using team = await subagentSession({
			scripts: {
				Main: [task({ name: "Sec", agent: "security-reviewer", task: "Look" }), says("done")],
				Sec: [calls({ name: "report_finding", arguments: { i: "Reporting", ...finding } }), hands(result)],
			},
		});
		await team.prompt("go");
		const offered = team.requests("Sec")[0]?.context.tools?.map(({ name }) => name);
		expect(offered).toEqual(["read", "search", "find", "irc", "report_finding", "yield"]);
		expect(JSON.stringify(team.requests("Sec")[1]?.context.messages.at(-1))).toContain(
			"Finding recorded: [P1] Path escape",
		);
		expect(team.details("task")).toMatchObject({
			results: [
				{
					exitCode: 0,
					structuredOutput: { status: "valid", source: "agent", data: result },
					extractedToolData: { report_finding: [finding] },
				},
			],
		});
	});

	verifies("agents:bundled:read-only", async () => {
		await using team = await subagentSession({
			scripts: {
				Main: [task({ name: "Look", agent: "explore", task: "Look" }), says("done")],
				Look: [hands({ summary: "s", files: [], architecture: "a" })],
			},
		});
		await team.prompt("go");
		const tools = team.requests("Main")[0]?.context.tools ?? [];
		const description = tools.find(({ name }) => name === "task")?.description;
		expect(description).toContain("- explore (read-only): fast research");
		const offered = team.requests("Look")[0]?.context.tools?.map(({ name }) => name) ?? [];
		expect(offered).toEqual(["read", "search", "find", "irc", "web_search", "yield"]);
		expect(isReadOnly({ tools: ["read", "bash"] })).toBe(false);
		expect(byName.explore && isReadOnly(byName.explore)).toBe(true);
	});
});

verifies("agents:discovery:unpack", async () => {
	await using omp = await ompProject({ files: { ".git/HEAD": "" } });
	const first = await omp.run(["agents", "unpack", "--project", "--json"]);
	expect(first.exitCode).toBe(0);
	const report = JSON.parse(first.stdout);
	expect(report).toEqual({
		targetDir: join(omp.path, ".omp", "agents"),
		total: 9,
		written: expect.arrayContaining(["explore.md", "task.md"]),
		skipped: [],
	});
	const explore = join(omp.path, ".omp/agents/explore.md");
	await writeFile(explore, "mine");
	const second = await omp.run(["agents", "unpack", "--project"]);
	expect(second.stdout).toContain("9 skipped");
	expect(await readFile(explore, "utf8")).toBe("mine");
	await omp.run(["agents", "unpack", "--project", "--force"]);
	expect(await readFile(explore, "utf8")).toContain("name: explore");
	await mkdir(join(omp.path, "elsewhere"));
	await omp.run(["agents", "unpack", "--dir", "elsewhere"]);
	expect(await readdir(join(omp.path, "elsewhere"))).toHaveLength(9);
	await omp.run(["agents", "unpack", "--user"]);
	expect(await readdir(join(omp.agentDir, "agents"))).toHaveLength(9);
});

test("a tool that a definition names is offered from the start, also one that otherwise waits for its need", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [task({ name: "Tester", agent: "browser", task: "Look at it." }), says("done")],
			Tester: [hands("seen")],
		},
	});
	await team.prompt("go");
	const offered = team.requests("Tester")[0]?.context.tools?.map(({ name }) => name);
	expect(offered).toContain("browser");
	expect(team.requests("Main")[0]?.context.tools?.map(({ name }) => name)).not.toContain("browser");
});

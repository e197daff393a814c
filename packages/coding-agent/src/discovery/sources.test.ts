import { describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TrustGate } from "../trust/trust-gate.ts";
import { contextFiles } from "./capabilities/context-files.ts";
import { mcpServers } from "./capabilities/mcp-servers.ts";
import { promptTemplates } from "./capabilities/prompts.ts";
import { type Rule, rules } from "./capabilities/rules.ts";
import { settingsItems } from "./capabilities/settings.ts";
import { skills } from "./capabilities/skills.ts";

import { slashCommandFiles } from "./capabilities/slash-commands.ts";
import type { Capability, Found } from "./contract/capability.ts";
import { fromGeminiCommand } from "./files/gemini-command.ts";
import { discovery, foundBy } from "./testing/found-by.ts";

/** The rules of a tree by name, without where they are from. */
async function rulesIn(files: Record<string, string>): Promise<{ rules: Record<string, unknown>; warnings: string[] }> {
	await using tree = await workspace({ "repo/.git": "", "home/x": "", ...files });
	const { registry, context } = await discovery(tree.path);
	const { items, warnings } = await registry.load(rules, context);
	return {
		rules: Object.fromEntries(items.map((rule) => [rule.name, plain(rule)])),
		warnings: warnings.map((warning) => warning.replaceAll(`${tree.path}/`, "")),
	};
}

function plain({ name: _, path: __, level: ___, _source, ...rule }: Found<Rule>) {
	return rule;
}

const text = "Some words.";
const described = "---\ndescription: d\n---\nbody";

describe("each source", () => {
	verifies("discovery:native:project-over-user", async () => {
		const files = {
			"repo/.omp/AGENTS.md": text,
			"repo/.omp/SYSTEM.md": text,
			"repo/.omp/RULES.md": text,
			"repo/.omp/rules/both.md": text,
			"repo/.omp/rules/cursor-like.mdc": text,
			"repo/.omp/rules/.hidden.md": text,
			"repo/.omp/skills/s/SKILL.md": described,
			"repo/.omp/commands/c.md": text,
			"repo/.omp/prompts/p.md": text,
			"repo/.pi/rules/old.md": text,
			"repo/.pi/skills/old/SKILL.md": described,
			"repo/.pi/commands/old.md": text,
			"home/.omp/agent/AGENTS.md": text,
			"home/.omp/agent/SYSTEM.md": text,
			"home/.omp/agent/RULES.md": text,
			"home/.omp/agent/rules/both.md": text,
			"home/.omp/agent/skills/s/SKILL.md": described,
			"home/.omp/agent/skills/mine/SKILL.md": described,
			"home/.omp/agent/commands/c.md": text,
			"home/.omp/agent/prompts/mine.md": text,
			"home/.pi/agent/prompts/old.md": text,
		};
		expect(await foundBy("native", files)).toEqual([
			"context (project) repo/.omp/AGENTS.md",
			"context (user) home/.omp/agent/AGENTS.md",
			"system prompt (project) repo/.omp/SYSTEM.md",
			"system prompt (user) home/.omp/agent/SYSTEM.md",
			"rule both (project) repo/.omp/rules/both.md",
			"rule cursor-like (project) repo/.omp/rules/cursor-like.mdc",
			"rule old (project) repo/.pi/rules/old.md",
			"rule RULES@user (user) home/.omp/agent/RULES.md",
			"rule RULES@project (project) repo/.omp/RULES.md",
			"skill s (project) repo/.omp/skills/s/SKILL.md",
			"skill old (project) repo/.pi/skills/old/SKILL.md",
			"skill mine (user) home/.omp/agent/skills/mine/SKILL.md",
			"command c (project) repo/.omp/commands/c.md",
			"command old (project) repo/.pi/commands/old.md",
			"prompt p (project) repo/.omp/prompts/p.md",
			"prompt mine (user) home/.omp/agent/prompts/mine.md",
			"prompt old (user) home/.pi/agent/prompts/old.md",
		]);
	});

	verifies("discovery:native:nearest-omp", async () => {
		const files = { "repo/.omp/AGENTS.md": text, "repo/.omp/SYSTEM.md": text, "repo/.omp/RULES.md": text };
		expect(await foundBy("native", { ...files, "repo/a/x": "" }, { cwd: "repo/a" })).toEqual([
			"context (project) repo/.omp/AGENTS.md",
			"system prompt (project) repo/.omp/SYSTEM.md",
			"rule RULES@project (project) repo/.omp/RULES.md",
		]);
		expect(await foundBy("native", { ...files, "repo/a/.omp/config.yml": "" }, { cwd: "repo/a" })).toEqual([]);
	});

	verifies("discovery:native:skills-walk", async () => {
		const files = {
			"repo/a/b/.omp/skills/near/SKILL.md": described,
			"repo/a/.omp/skills/near/SKILL.md": described,
			"repo/a/.omp/skills/middle/SKILL.md": described,
			"repo/.omp/skills/far/SKILL.md": described,
			".omp/skills/outside/SKILL.md": described,
		};
		expect(await foundBy("native", files, { cwd: "repo/a/b" })).toEqual([
			"skill near (project) repo/a/b/.omp/skills/near/SKILL.md",
			"skill middle (project) repo/a/.omp/skills/middle/SKILL.md",
			"skill far (project) repo/.omp/skills/far/SKILL.md",
		]);
	});

	verifies("discovery:claude:sources", async () => {
		const files = {
			"repo/CLAUDE.md": text,
			"repo/.claude/CLAUDE.md": text,
			"repo/.claude/SYSTEM.md": text,
			"repo/.claude/skills/s/SKILL.md": text,
			"repo/.claude/commands/c.md": text,
			"home/.claude/CLAUDE.md": text,
			"home/.claude/skills/mine/SKILL.md": text,
			"home/.claude/commands/c.md": text,
		};
		expect(await foundBy("claude", files)).toEqual([
			"context (user) home/.claude/CLAUDE.md",
			"context (project) repo/.claude/CLAUDE.md",
			"system prompt (project) repo/.claude/SYSTEM.md",
			"skill mine (user) home/.claude/skills/mine/SKILL.md",
			"skill s (project) repo/.claude/skills/s/SKILL.md",
			"command c (user) home/.claude/commands/c.md",
		]);
	});

	verifies("discovery:claude:nested-commands", async () => {
		expect(await foundBy("claude", { "repo/.claude/commands/git/pr/open.md": text })).toEqual([
			"command open (project) repo/.claude/commands/git/pr/open.md",
			"command git:pr:open (project) repo/.claude/commands/git/pr/open.md",
		]);
	});

	verifies("discovery:agents-dirs:walk", async () => {
		const files = {
			"repo/a/.agents/AGENTS.md": text,
			"repo/a/.agents/rules/r.md": text,
			"repo/.agent/rules/r.md": text,
			"repo/.agent/skills/s/SKILL.md": text,
			"repo/a/.agent/commands/c.md": text,
			"repo/a/.agents/commands/c.md": text,
			"home/.agent/AGENTS.md": text,
			"home/.agents/prompts/p.md": text,
			"home/.agents/skills/mine/SKILL.md": text,
		};
		expect(await foundBy("agents", files, { cwd: "repo/a" })).toEqual([
			"context (project) repo/a/.agents/AGENTS.md",
			"context (user) home/.agent/AGENTS.md",
			"rule r (project) repo/a/.agents/rules/r.md",
			"skill s (project) repo/.agent/skills/s/SKILL.md",
			"skill mine (user) home/.agents/skills/mine/SKILL.md",
			"command c (project) repo/a/.agent/commands/c.md",
			"prompt p (user) home/.agents/prompts/p.md",
		]);
	});

	verifies("discovery:cline:clinerules", async () => {
		const folder = { "repo/.clinerules/a.md": text, "repo/.clinerules/b.txt": text, "repo/sub/x": "" };
		expect(await foundBy("cline", folder, { cwd: "repo/sub" })).toEqual(["rule a (project) repo/.clinerules/a.md"]);
		expect(await foundBy("cline", { ...folder, "repo/sub/.clinerules": text }, { cwd: "repo/sub" })).toEqual([
			"rule clinerules (project) repo/sub/.clinerules",
		]);
	});

	verifies("discovery:github:sources", async () => {
		const files = {
			"repo/.github/copilot-instructions.md": text,
			"repo/.github/instructions/deep/er/ts.instructions.md": "---\napplyTo: '**/*.ts'\n---\nbody",
			"repo/.github/instructions/notes.md": text,
			"repo/.github/prompts/ship.prompt.md": text,
			"repo/.github/skills/s/SKILL.md": described,
			"repo/.github/skills/undescribed/SKILL.md": text,
			"home/.copilot/copilot-instructions.md": text,
			"extra/AGENTS.md": text,
			"extra/.github/instructions/x.instructions.md": "---\napplyTo: '*'\n---\nbody",
		};
		const project = [
			"rule ts (project) repo/.github/instructions/deep/er/ts.instructions.md",
			"skill s (project) repo/.github/skills/s/SKILL.md",
			"prompt ship (project) repo/.github/prompts/ship.prompt.md",
		];
		expect(await foundBy("github", files)).toEqual([
			"context (user) home/.copilot/copilot-instructions.md",
			"context (project) repo/.github/copilot-instructions.md",
			...project,
		]);
		const env = (root: string) => ({
			COPILOT_HOME: join(root, "nowhere"),
			COPILOT_CUSTOM_INSTRUCTIONS_DIRS: `${join(root, "extra")}, `,
		});
		expect(await foundBy("github", files, { env })).toEqual([
			"context (user) extra/AGENTS.md",
			"context (project) repo/.github/copilot-instructions.md",
			"rule ts (project) repo/.github/instructions/deep/er/ts.instructions.md",
			"rule x (user) extra/.github/instructions/x.instructions.md",
			...project.slice(1),
		]);
	});

	test("a bare CLAUDE.md or GEMINI.md counts in a folder without AGENTS.md", async () => {
		const files = {
			"repo/AGENTS.md": text,
			"repo/CLAUDE.md": text,
			"repo/a/CLAUDE.md": text,
			"repo/a/GEMINI.md": text,
			"repo/a/b/GEMINI.md": text,
		};
		expect(await foundBy("agents-md", files, { cwd: "repo/a/b" })).toEqual([
			"context (project) repo/a/b/GEMINI.md",
			"context (project) repo/a/CLAUDE.md",
			"context (project) repo/AGENTS.md",
		]);
	});

	verifies("discovery:managed:skills", async () => {
		const files = {
			"home/.omp/agent/managed-skills/learned/SKILL.md": described,
			"home/.omp/agent/managed-skills/both/SKILL.md": described,
			"repo/.opencode/skills/both/SKILL.md": text,
		};
		expect(await foundBy("omp-managed", files)).toHaveLength(2);
		await using tree = await workspace({ "repo/.git": "", ...files });
		const { registry, context } = await discovery(tree.path);
		const { items } = await registry.load(skills, context);
		expect(items.map(({ name, _source }) => `${name} ${_source.provider}`)).toEqual([
			"both opencode",
			"learned omp-managed",
		]);
	});
});

describe("rule files", () => {
	verifies("rules-skills-commands:rule:first-name-wins", async () => {
		await using tree = await workspace({
			"repo/.omp/rules/x.md": "omp",
			"repo/.agents/rules/x.md": "agents",
			"repo/.cursor/rules/x.mdc": "cursor",
			"repo/.windsurf/rules/y.md": "windsurf",
			"repo/.clinerules/y.md": "cline",
			"home/x": "",
		});
		const { registry, context } = await discovery(tree.path);
		const { items, all } = await registry.load(rules, context);
		expect(items.map(({ name, content }) => `${name} ${content}`)).toEqual(["x omp", "y windsurf"]);
		expect(all.flatMap(({ content, _shadowed }) => (_shadowed ? [content] : []))).toEqual([
			"agents",
			"cursor",
			"cline",
		]);
	});

	verifies("rules-skills-commands:rule:frontmatter", async () => {
		const list = "---\nglobs: ['*.ts', 3, '*.js']\ncondition: [a, b]\nastCondition: [x]\nscope: [text]\n---\nbody";
		const one = [
			"---",
			"globs: 'src/*.{ts,tsx}, *.js'",
			"ttsr_trigger: a,b",
			"astCondition: f($A)",
			`scope: '"text","thinking", tool:edit(*.{a,b})'`,
			"alwaysApply: 'true'",
			"interruptMode: prose-only",
			"description: what for",
			"---",
			"body",
		].join("\n");
		expect(await rulesIn({ "repo/.omp/rules/list.md": list, "repo/.omp/rules/one.md": one })).toEqual({
			rules: {
				list: {
					content: "body",
					description: "Applies to *.ts, *.js",
					globs: ["*.ts", "*.js"],
					condition: ["a", "b"],
					astCondition: ["x"],
					scope: ["text"],
				},
				one: {
					content: "body",
					description: "what for",
					globs: ["src/*.{ts,tsx}", "*.js"],
					condition: ["a,b"],
					astCondition: ["f($A)"],
					scope: ["text", "thinking", "tool:edit(*.{a,b})"],
					interruptMode: "prose-only",
				},
			},
			warnings: [],
		});
	});

	test("a file without frontmatter always applies", async () => {
		const files = {
			"repo/.omp/rules/a.md": text,
			"repo/.cursor/rules/b.mdc": text,
			"repo/.windsurf/rules/c.md": text,
			"repo/.clinerules": text,
			"home/.codeium/windsurf/memories/global_rules.md": text,
		};
		const { rules: found } = await rulesIn(files);
		const always = { content: text, alwaysApply: true };
		expect(found).toEqual({ a: always, b: always, c: always, clinerules: always, global_rules: always });
	});

	test("Cursor's unquoted globs, Windsurf's trigger and Cline's paths are understood", async () => {
		const windsurf = (fields: string) => `---\n${fields}\n---\nbody`;
		const { rules: found, warnings } = await rulesIn({
			"repo/.cursor/rules/attached.mdc": "---\ndescription:\nglobs: *.ts,src/**/*.tsx\nalwaysApply: false\n---\nbody",
			"repo/.cursor/rules/manual.mdc": "---\ndescription:\nglobs:\nalwaysApply: false\n---\nbody",
			"repo/.windsurf/rules/always.md": windsurf("trigger: always_on"),
			"repo/.windsurf/rules/glob.md": windsurf("trigger: glob\nglobs: '*.py, *.pyi'"),
			"repo/.windsurf/rules/decision.md": windsurf("trigger: model_decision\ndescription: SQL"),
			"repo/.windsurf/rules/by-hand.md": windsurf("trigger: manual\ndescription: unlisted"),
			"repo/.clinerules/paths.md": "---\npaths:\n  - src/**\n---\nbody",
		});
		const content = "body";
		expect(found).toEqual({
			attached: { content, description: "Applies to *.ts, src/**/*.tsx", globs: ["*.ts", "src/**/*.tsx"] },
			manual: { content },
			always: { content, alwaysApply: true },
			glob: { content, description: "Applies to *.py, *.pyi", globs: ["*.py", "*.pyi"] },
			decision: { content, description: "SQL" },
			"by-hand": { content },
			paths: { content, description: "Applies to src/**", globs: ["src/**"] },
		});
		expect(warnings).toEqual([]);
	});

	verifies("rules-skills-commands:rule:github-apply-to", async () => {
		const of = (fields: string) => `---\n${fields}\n---\nbody`;
		const { rules: found, warnings } = await rulesIn({
			"repo/.github/instructions/all.instructions.md": of('applyTo: "**"\nglobs: x'),
			"repo/.github/instructions/some.instructions.md": of('applyTo: "**/*.ts,**/*.tsx"'),
			"repo/.github/instructions/named.instructions.md": of('applyTo: ["*.go"]\ndescription: Go'),
			"repo/.github/instructions/none.instructions.md": "body",
		});
		const content = "body";
		expect(found).toEqual({
			all: { content, alwaysApply: true },
			some: { content, description: "Applies to **/*.ts, **/*.tsx", globs: ["**/*.ts", "**/*.tsx"] },
			named: { content, description: "Go", globs: ["*.go"] },
			none: { content, description: "Instructions of the project" },
		});
		expect(warnings).toEqual([
			"[GitHub Copilot] repo/.github/instructions/none.instructions.md: has no applyTo, so it is only listed",
		]);
	});
});

describe("bad input", () => {
	verifies("discovery:frontmatter:broken-yaml", async () => {
		const broken = "---\ndescription: still readable\nglobs: [\nalwaysApply: true\n---\nbody";
		const { rules: found, warnings } = await rulesIn({ "repo/.omp/rules/a.md": broken, "repo/.omp/rules/b.md": text });
		expect(found).toEqual({
			a: { content: "body", alwaysApply: true, description: "still readable", globs: ["["] },
			b: { content: text, alwaysApply: true },
		});
		expect(warnings).toEqual([
			expect.stringMatching(/^\[OMP\] repo\/\.omp\/rules\/a\.md:\d:\d+: .*read line by line\)$/),
		]);
	});

	test("10,000 rules: the first 1000 count, and the folder is named once", async () => {
		await using tree = await workspace({ "repo/.git": "", "home/x": "" });
		await mkdir(tree.file("repo/.omp/rules"), { recursive: true });
		for (let index = 0; index < 10_000; index++) await Bun.write(tree.file(`repo/.omp/rules/${index}.md`), text);
		const { registry, context } = await discovery(tree.path);
		const { items, warnings } = await registry.load(rules, context);
		expect(items).toHaveLength(1000);
		expect(warnings).toEqual([
			`[OMP] ${tree.file("repo/.omp/rules")} has more than 1000 files; only the first 1000 are used`,
		]);
	}, 60_000);

	test("a FIFO, a file of 50 MB and links in a circle are left out and named", async () => {
		await using tree = await workspace({ "repo/.git": "", "home/x": "", "repo/.claude/commands/ok.md": text });
		await mkdir(tree.file("repo/.omp/rules"), { recursive: true });
		expect(Bun.spawnSync(["mkfifo", tree.file("repo/.omp/rules/pipe.md")]).exitCode).toBe(0);
		await Bun.write(tree.file("repo/.omp/rules/huge.md"), Buffer.alloc(50 * 1024 * 1024, 0x61));
		await Bun.write(tree.file("repo/.omp/rules/ok.md"), text);
		await symlink(".", tree.file("repo/.claude/commands/one"));
		await symlink(".", tree.file("repo/.claude/commands/two"));
		const { registry, context } = await discovery(tree.path);
		const { items } = await registry.load(rules, context);
		expect(items.map(({ name }) => name)).toEqual(["ok"]);
		expect(context.files.problems.map((problem) => problem.replaceAll(`${tree.path}/`, ""))).toEqual([
			"repo/.omp/rules/huge.md is larger than 1 MB; it was left out",
			"repo/.omp/rules/pipe.md is not a regular file; it was left out",
		]);
		const commands = await registry.load(slashCommandFiles, context);
		expect(commands.items.map(({ name }) => name)).toContain("ok");
	});

	test("a folder of the project that is a link to elsewhere needs trust", async () => {
		await using tree = await workspace({ "repo/.git": "", "home/notes/private.md": "secret", "repo/.omp/x": "" });
		await symlink(tree.file("home/notes"), tree.file("repo/.omp/rules"));
		const { registry, context } = await discovery(tree.path);
		const gate = new TrustGate({ cwd: tree.file("repo"), agentDir: tree.file("home/.omp/agent"), now: () => 0 });
		expect((await registry.load(rules, { ...context, gate })).items).toEqual([]);
		expect(gate.waiting.map(({ kind, shown }) => [kind, shown])).toEqual([
			["link", tree.file("home/notes/private.md")],
		]);
	});
});

verifies("discovery:frontmatter:absent", async () => {
	const { parseFrontmatter } = await import("./files/frontmatter.ts");
	const whole = "# Title\n---\nname: x\n---\n";
	expect(parseFrontmatter(whole)).toEqual({ fields: {}, body: whole.trim(), isPresent: false });
	expect(parseFrontmatter("--- not closed\nx")).toMatchObject({ isPresent: false });
	expect(parseFrontmatter("---\n---\nbody\n")).toEqual({ fields: {}, body: "body", isPresent: true });
});

verifies("discovery:frontmatter:camel-case", async () => {
	const { parseFrontmatter } = await import("./files/frontmatter.ts");
	expect(parseFrontmatter("---\nthinking-level: high\ndisable-model-invocation: true\n---\n").fields).toEqual({
		thinkingLevel: "high",
		disableModelInvocation: true,
	});
});

verifies("discovery:scan:skips", async () => {
	await using tree = await workspace({
		"repo/.git/HEAD": "",
		"repo/.gitignore": "draft-*.md\n.omp/skills/wip/\n.claude/\n",
		"repo/.omp/rules/a.md": text,
		"repo/.omp/rules/draft-b.md": text,
		"repo/.omp/rules/.hidden.md": text,
		"repo/.omp/skills/done/SKILL.md": described,
		"repo/.omp/skills/wip/SKILL.md": described,
		// Kept out of git as a whole, and used all the same.
		"repo/.claude/commands/mine.md": text,
		"repo/.claude/commands/draft-c.md": text,
		"elsewhere/linked.md": text,
		"elsewhere/skill/SKILL.md": described,
		"home/.omp/agent/rules/draft-mine.md": text,
	});
	await symlink(tree.file("elsewhere/linked.md"), tree.file("repo/.omp/rules/linked.md"));
	await symlink(tree.file("elsewhere/skill"), tree.file("repo/.omp/skills/linked"));
	await symlink(tree.file("gone.md"), tree.file("repo/.omp/rules/dangling.md"));
	await mkdir(tree.file("repo/.omp/rules/folder.md"));
	const { registry, context } = await discovery(tree.path);
	const names = async (capability: Capability<{ readonly name: string }>) => {
		const { items, warnings } = await registry.load(capability, context);
		expect(warnings).toEqual([]);
		return items.map(({ name }) => name);
	};
	expect(await names(rules as Capability<{ name: string }>)).toEqual(["a", "linked", "draft-mine"]);
	expect(await names(skills as Capability<{ name: string }>)).toEqual(["done", "linked"]);
	expect(await names(slashCommandFiles as Capability<{ name: string }>)).toEqual(["mine"]);
	expect(context.files.problems).toEqual([]);
});

verifies("discovery:scan:empty-native-root", async () => {
	await using tree = await workspace({
		"repo/.git/HEAD": "",
		"repo/.omp/AGENTS.md": text,
		"repo/.omp/RULES.md": text,
		"repo/a/x": "",
		"home/x": "",
	});
	const { registry, context } = await discovery(tree.path, "repo/a");
	const load = async () =>
		Promise.all(
			[contextFiles, rules, skills, slashCommandFiles, promptTemplates, mcpServers, settingsItems].map(
				async (capability) => (await registry.load(capability as Capability<object>, context)).items.length,
			),
		);
	const before = await load();
	expect(before).toEqual([1, 1, 0, 0, 0, 0, 0]);
	// The nearest that is not empty counts.
	for (const folder of ["repo/a/.omp", "repo/a/.omp-x", "home/.omp/agent"])
		await mkdir(tree.file(folder), { recursive: true });
	context.files.reset();
	expect(await load()).toEqual(before);
});

test("commands and skills of Gemini CLI, OpenCode, Cursor and Cline are found", async () => {
	const gemini = 'description = "Commits"\nprompt = "Look at !{git diff} and @{README.md}. {{args}}"\n';
	const files = {
		"repo/.gemini/commands/git/commit.toml": gemini,
		"repo/.gemini/commands/empty.toml": 'description = "Nothing"\n',
		"home/.gemini/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads\n---\nRead.",
		"repo/.opencode/command/one.md": "one",
		"repo/.opencode/commands/two.md": "two",
		"repo/.cursor/commands/tidy.md": "tidy",
		"repo/.clinerules/workflows/release.md": "release",
		"repo/.clinerules/rule.md": "rule",
	};
	expect(await foundBy("gemini", files)).toEqual([
		"skill pdf (user) home/.gemini/skills/pdf/SKILL.md",
		"command commit (project) repo/.gemini/commands/git/commit.toml",
		"command git:commit (project) repo/.gemini/commands/git/commit.toml",
	]);
	expect(await foundBy("opencode", files)).toEqual([
		"command two (project) repo/.opencode/commands/two.md",
		"command one (project) repo/.opencode/command/one.md",
	]);
	expect(await foundBy("cursor", files)).toEqual(["command tidy (project) repo/.cursor/commands/tidy.md"]);
	expect(await foundBy("cline", files)).toEqual([
		"rule rule (project) repo/.clinerules/rule.md",
		"command release (project) repo/.clinerules/workflows/release.md",
	]);
	expect(fromGeminiCommand(gemini)).toBe(
		'---\ndescription: "Commits"\n---\nLook at !`git diff` and @README.md. {{args}}\n',
	);
	expect(() => fromGeminiCommand('description = "Nothing"')).toThrow('has no "prompt"');
	expect(() => fromGeminiCommand("prompt = [")).toThrow();
});

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TrustGate } from "../../trust/trust-gate.ts";
import { agentFiles } from "../capabilities/agents.ts";
import { hookFiles } from "../capabilities/hooks.ts";
import { toolFiles } from "../capabilities/tools.ts";
import type { Capability } from "../contract/capability.ts";
import { CapabilityRegistry } from "../contract/capability-registry.ts";
import { loadContext } from "../contract/load-context.ts";
import { discoveryProviders } from "../providers.ts";
import { findModules, mayHaveModules } from "./module-folders.ts";

async function load<Item>(capability: Capability<Item>, files: Record<string, string>, fifo?: string) {
	await using tree = await workspace({ "repo/.git/HEAD": "", "home/x": "", ...files });
	if (fifo !== undefined) await runCommand(["mkfifo", tree.file(fifo)]);
	const home = tree.file("home");
	const place = { cwd: tree.file("repo"), home, agentDir: join(home, ".omp/agent") };
	const registry = new CapabilityRegistry(discoveryProviders, { providers: () => [], extensions: () => [] });
	const gate = new TrustGate({ ...place, now: () => 0, acceptAll: true });
	const context = await loadContext({ ...place, gate });
	const { items, warnings } = await registry.load(capability, context);
	const modules = (["hook", "tool", "command"] as const).flatMap((kind) =>
		findModules(kind, place).map(({ id }) => id),
	);
	return { items, warnings, problems: context.files.problems, modules, mayHave: mayHaveModules(place) };
}

describe("agents", () => {
	const agent = (name: string, more = "") =>
		`---\nname: ${name}\ndescription: Does ${name}\n${more}---\nYou do ${name}.`;

	test("are listed from .omp/agents, the user's and .claude/agents; broken ones are named", async () => {
		const { items, warnings, problems } = await load(
			agentFiles,
			{
				"repo/.omp/agents/near.md": agent("near", "tools: Read, Bash\nmodel: [a, b]\nspawns: '*'\n"),
				"repo/.claude/agents/near.md": agent("near"),
				"repo/.claude/agents/reviewer.md": agent("reviewer", "color: red\n"),
				"repo/.claude/agents/nameless.md": "No frontmatter.",
				"repo/.claude/agents/yaml.md": "---\nname: yaml\ndescription: D\nother: [\n---\nStill there.",
				"home/.omp/agent/agents/mine.md": agent("mine"),
				"home/.claude/agents/reviewer.md": agent("reviewer", "model: opus\n"),
			},
			"repo/.claude/agents/pipe.md",
		);
		expect(items.map(({ name, level, _source }) => `${name} ${_source.provider} ${level}`)).toEqual([
			"near native project",
			"mine native user",
			"reviewer claude project",
			"yaml claude project",
		]);
		expect(items[0]).toMatchObject({
			tools: ["Read", "Bash"],
			model: ["a", "b"],
			spawns: ["*"],
			content: "You do near.",
			description: "Does near",
		});
		expect(warnings).toEqual([
			expect.stringMatching(/yaml\.md:4:/),
			expect.stringMatching(/nameless\.md: has no name and is left out/),
		]);
		expect(problems).toEqual([expect.stringMatching(/pipe\.md is not a regular file/)]);
	});
});

describe("hooks and tools", () => {
	test("hook files are listed by type, tool and name; only modules can be loaded", async () => {
		const { items, modules, mayHave } = await load(hookFiles, {
			"repo/.omp/hooks/pre/bash.ts": "",
			"repo/.omp/hooks/pre/bash.sh": "",
			"repo/.omp/hooks/pre/.hidden.ts": "",
			"repo/.claude/hooks/post/edit.js": "",
			"repo/.claude/hooks/format.sh": "",
			"home/.omp/agent/hooks/pre/bash.ts": "",
		});
		expect(items.map(({ type, tool, name }) => [type, tool, name].join(" "))).toEqual([
			"pre bash bash.sh",
			"pre bash bash.ts",
			"post edit edit.js",
		]);
		expect(modules).toEqual(["hook:pre:bash:bash.ts", "hook:post:edit:edit.js"]);
		expect(mayHave).toBe(true);
	});

	test("tool files: modules and scripts by name, descriptions by what they say; broken JSON is named", async () => {
		const { items, warnings, modules } = await load(toolFiles, {
			"repo/.omp/tools/a.ts": "",
			"repo/.omp/tools/deep/index.ts": "",
			"repo/.omp/tools/deep/lib.ts": "",
			"repo/.omp/tools/run.py": "",
			"repo/.omp/tools/said.json": '{"name":"other","description":"Says"}',
			"repo/.omp/tools/broken.json": "{",
			"repo/.omp/tools/words.md": "---\ndescription: Words\n---\n",
			"home/.codex/tools/a.ts": "",
			"home/.claude/tools/c.js": "",
		});
		expect(
			items.map(({ name, implementation = "described", description = "" }) =>
				`${name} ${implementation} ${description}`.trim(),
			),
		).toEqual([
			"a module",
			"broken described",
			"run script",
			"other described Says",
			"words described Words",
			"deep module",
			"c module",
		]);
		expect(warnings).toEqual([expect.stringContaining("broken.json")]);
		expect(modules).toEqual(["tool:a", "tool:deep", "tool:c"]);
	});

	test("folders with nothing to load count as nothing", async () => {
		const { mayHave } = await load(hookFiles, {
			"repo/.claude/hooks/format.sh": "",
			"repo/.claude/commands/tidy.md": "Tidy",
			"repo/.claude/commands/git/commit.md": "Commit",
			"repo/.omp/tools/words.md": "Words",
		});
		expect(mayHave).toBe(false);
	});
});

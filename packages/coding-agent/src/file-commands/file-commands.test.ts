import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { commandSettings } from "../settings/sections/services/skills.ts";
import { Settings } from "../settings/settings.ts";
import { parseCommandArguments } from "./command-arguments.ts";
import { expandTemplate } from "./expand-template.ts";
import { fileCommand } from "./file-command.ts";
import { FileCommands } from "./file-commands.ts";
import { loadFileCommands } from "./load-file-commands.ts";

async function found(files: Record<string, string>, settings = new Settings()) {
	await using place = await workspace(files);
	const [cwd, home] = [`${place.path}/project`, `${place.path}/home`];
	const host = { cwd, home, env: {}, now: () => 0, newId: () => "id" };
	return await loadFileCommands(cwd, { host, agentDir: `${home}/.omp/agent`, settings });
}

const named = async (files: Record<string, string>, settings?: Settings) =>
	Object.fromEntries((await found(files, settings)).commands.map(({ name, description }) => [name, description]));

describe("arguments", () => {
	verifies("rules-skills-commands:command:argument-parsing", () => {
		expect(parseCommandArguments("one  'two words' \"three\"four \\n")).toEqual([
			"one",
			"two words",
			"threefour",
			"\\n",
		]);
		expect(parseCommandArguments("a 'runs to the end")).toEqual(["a", "runs to the end"]);
		expect(parseCommandArguments("  '' ")).toEqual([""]);
	});

	verifies("rules-skills-commands:command:substitution", () => {
		expect(expandTemplate("$1 and $2 and $3.", "a b")).toBe("a and b and .");
		expect(expandTemplate("$@[2] | $@[2:1] | $ARGUMENTS | $@", "a b c")).toBe("b c | b | a b c | a b c");
		expect(expandTemplate("{{arguments}} {{ARGUMENTS}} {{args.[1]}}", "a b")).toBe("a b a b b");
		expect(expandTemplate("{{#if args}}with {{args}}{{else}}without{{/if}}", "")).toBe("without");
		expect(expandTemplate("{{#each args}}- {{this}}\n{{/each}}", "a b")).toBe("- a\n- b");
	});

	verifies("rules-skills-commands:command:arguments-appended", () => {
		expect(expandTemplate("Tidy up.", "the 'test folder'")).toBe("Tidy up.\n\nthe 'test folder'");
		expect(expandTemplate("Tidy up.", "")).toBe("Tidy up.");
	});
});

describe("discovery", () => {
	verifies("rules-skills-commands:command:file-sources", async () => {
		const commands = await named({
			"project/.omp/commands/tidy.md": "ours",
			"project/.claude/commands/tidy.md": "claude's",
			"home/.omp/agent/commands/mine.md": "of the user",
			"home/.claude/commands/git/commit.md": "commit it",
			"project/.agents/commands/near.md": "near",
			"home/.codex/commands/c.md": "codex",
			"home/.config/opencode/commands/o.md": "opencode",
			"project/.omp/commands/.hidden.md": "hidden",
			"project/.omp/commands/notes.txt": "no command",
		});
		expect(commands).toEqual({
			tidy: "ours (project)",
			mine: "of the user (user)",
			commit: "commit it (via Claude Code User)",
			"git:commit": "commit it (via Claude Code User)",
			near: "near (via Agents Project)",
			c: "codex (via Codex User)",
			o: "opencode (via OpenCode User)",
			init: "Write AGENTS.md for this codebase (bundled)",
			review: "Review changes and report problems (bundled)",
			green: "Work on CI failures until the branch is green (bundled)",
		});
	});

	verifies("slash-commands:bundled:overridable", async () => {
		const { commands } = await found({ "project/.omp/commands/init.md": "My own way: $1" });
		const init = commands.filter(({ name }) => name === "init");
		expect(init.map((command) => command.expand("go"))).toEqual(["My own way: go"]);
	});

	verifies("rules-skills-commands:template:expand", async () => {
		const { commands } = await found({
			"project/.omp/prompts/letter.md": "Write to $1",
			"project/.omp/prompts/tidy.md": "template",
			"project/.omp/commands/tidy.md": "command",
		});
		const expanded = (name: string) => commands.find((command) => command.name === name)?.expand("Ada");
		expect([expanded("letter"), expanded("tidy")]).toEqual(["Write to Ada", "command\n\nAda"]);
	});

	verifies("rules-skills-commands:command:description", () => {
		const described = (content: string) => fileCommand({ name: "x", content, source: "project" }).command.description;
		expect(described("---\ndescription: In short\n---\nbody")).toBe("In short (project)");
		expect(described(`\n\n${"word ".repeat(20)}\nmore`)).toBe(`${"word ".repeat(12)}... (project)`);
	});

	test("codex and opencode files name themselves, and say what follows", async () => {
		const content = "---\nname: ship-it\nargument-hint: <tag>\n---\nShip $1";
		const { commands } = await found({
			"project/.codex/commands/x.md": content,
			"project/.opencode/commands/y.md": "b",
		});
		expect(commands[0]).toMatchObject({ name: "ship-it", hint: "<tag>" });
		expect(commands[0]?.expand("v1")).toBe("Ship v1");
	});

	test("sources can be switched off", async () => {
		const settings = new Settings();
		settings.override(commandSettings.enableClaudeProject, false);
		const files = { "project/.claude/commands/a.md": "a", "home/.claude/commands/b.md": "b" };
		expect(Object.keys(await named(files, settings))).toEqual(["b", "init", "review", "green"]);
	});

	test("broken frontmatter is read line by line, and said", async () => {
		const content = '---\ndescription: "still: readable"\nother: [\n---\nbody';
		const { commands, warnings } = await found({ "project/.omp/commands/a.md": content });
		expect(commands[0]?.description).toBe("still: readable (project)");
		expect(warnings).toEqual([expect.stringMatching(/a\.md:3:9: .*frontmatter; it was read line by line/)]);
	});
});

test("commands are read once for a folder, and anew in another", async () => {
	const read: string[] = [];
	let folder = "/a";
	const commands = new FileCommands({
		folder: () => folder,
		load: async (cwd) => {
			read.push(cwd);
			return { commands: [], warnings: [] };
		},
		warn: () => {},
	});
	await commands.list();
	await commands.find("x");
	folder = "/b";
	await commands.list();
	commands.forget();
	await commands.list();
	expect(read).toEqual(["/a", "/b", "/b"]);
});

import { describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { extensionModules } from "./capabilities/extension-modules.ts";
import { geminiExtensions } from "./capabilities/gemini-extensions.ts";
import { hookFiles } from "./capabilities/hooks.ts";
import { mcpServers } from "./capabilities/mcp-servers.ts";
import { promptTemplates } from "./capabilities/prompts.ts";
import { rules } from "./capabilities/rules.ts";
import { skills } from "./capabilities/skills.ts";
import { slashCommandFiles } from "./capabilities/slash-commands.ts";
import { toolFiles } from "./capabilities/tools.ts";
import type { Capability, NamedRoots } from "./contract/capability.ts";
import { CapabilityRegistry } from "./contract/capability-registry.ts";
import { discoveryProviders } from "./providers.ts";
import { discovery, foundBy } from "./testing/found-by.ts";

const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}\n---\nDo.\n`;
const entry = (installPath: string, more: object = {}) => [{ scope: "user", installPath, version: "1.0.0", ...more }];
const registry = (plugins: object) => JSON.stringify({ version: 2, plugins });

/** Names and paths of what a provider finds, with what it complains about. */
async function loaded<Item extends { readonly name: string; readonly path: string }>(
	tree: Workspace,
	capability: Capability<Item>,
	providers: readonly string[],
	named?: NamedRoots,
) {
	const { context } = await discovery(tree.path);
	const all = new CapabilityRegistry(
		discoveryProviders,
		{ providers: () => [], extensions: () => [] },
		named && (() => named),
	);
	const { items, warnings } = await all.load(capability, context, { providers });
	const short = (text: string) => text.replaceAll(`${tree.path}/`, "");
	return { found: items.map(({ name, path }) => `${name} ${short(path)}`), warnings: warnings.map(short) };
}

describe("Gemini manifests", () => {
	verifies("extensions:gemini:manifests", async () => {
		await using tree = await workspace({
			"repo/.git": "",
			"home/.gemini/extensions/one/gemini-extension.json": '{"name":"shared","mcpServers":{"x":{"command":"touch"}}}',
			"home/.gemini/extensions/.hidden/gemini-extension.json": "{}",
			"home/.gemini/extensions/empty/gemini-extension.json": "null",
			"home/.gemini/extensions/broken/gemini-extension.json": "{",
			"home/.gemini/extensions/one/deeper/gemini-extension.json": '{"name":"deep"}',
			"repo/.gemini/extensions/two/gemini-extension.json": '{"name":"shared"}',
			"repo/.gemini/extensions/code/index.ts": "throw new Error('ran');",
			"home/.omp/agent/extensions/mine/gemini-extension.json": '{"name":"own"}',
			"repo/.omp/extensions/ours/gemini-extension.json": '{"name":"own","description":"Ours"}',
		});
		expect(await loaded(tree, geminiExtensions, ["gemini"])).toEqual({
			found: [".hidden home/.gemini/extensions/.hidden", "shared home/.gemini/extensions/one"],
			warnings: ["[Gemini CLI] Invalid JSON in home/.gemini/extensions/broken/gemini-extension.json"],
		});
		expect((await loaded(tree, geminiExtensions, ["native"])).found).toEqual(["own repo/.omp/extensions/ours"]);
		expect((await loaded(tree, geminiExtensions, ["native", "gemini"])).found[0]).toBe("own repo/.omp/extensions/ours");
		// Modules beside them are listed, too, and nothing runs.
		expect((await loaded(tree, extensionModules, ["gemini"])).found).toEqual([
			"code repo/.gemini/extensions/code/index.ts",
		]);
	});

	verifies("discovery:gemini:sources", async () => {
		const files = {
			"home/.gemini/GEMINI.md": "Mine.",
			"repo/.gemini/GEMINI.md": "Ours.",
			"repo/.gemini/settings.json": '{"mcpServers":{"files":{"command":"files"}}}',
			"repo/.gemini/extensions/two/gemini-extension.json": "{}",
		};
		expect((await foundBy("gemini", files)).toSorted()).toEqual([
			"context (project) repo/.gemini/GEMINI.md",
			"context (user) home/.gemini/GEMINI.md",
			"mcp files (project) repo/.gemini/settings.json",
			"settings (project) repo/.gemini/settings.json",
		]);
		await using tree = await workspace({ "repo/.git": "", ...files });
		expect((await loaded(tree, geminiExtensions, ["gemini"])).found).toEqual(["two repo/.gemini/extensions/two"]);
	});
});

verifies("discovery:claude-plugins:registries", async () => {
	await using tree = await workspace({
		"repo/.git": "",
		"home/.claude/plugins/installed_plugins.json": registry({
			"both@m": entry("cache/claude-both"),
			"claude@m": entry("cache/only-claude"),
			"off@m": entry("cache/off", { enabled: false }),
		}),
		"home/.omp/plugins/installed_plugins.json": registry({
			"both@m": entry("cache/user-both"),
			"shadow@m": entry("cache/user-shadow"),
			"kept@m": entry("cache/user-kept"),
			"remap@m": entry("cache/remap"),
			"whole@m": entry("cache/whole", { source: "./" }),
		}),
		"repo/.omp/plugins/installed_plugins.json": registry({
			"shadow@m": entry("cache/project-shadow"),
			"kept@m": entry("cache/project-kept", { enabled: false }),
		}),
		"home/.claude/plugins/cache/claude-both/skills/x/SKILL.md": skill("claude-both"),
		"home/.claude/plugins/cache/only-claude/commands/hello.md": "Hello",
		"home/.claude/plugins/cache/off/skills/x/SKILL.md": skill("off"),
		"home/.omp/plugins/cache/user-both/skills/x/SKILL.md": skill("user-both"),
		"home/.omp/plugins/cache/user-shadow/skills/x/SKILL.md": skill("user-shadow"),
		"home/.omp/plugins/cache/user-kept/skills/x/SKILL.md": skill("user-kept"),
		"repo/.omp/plugins/cache/project-shadow/skills/x/SKILL.md": skill("project-shadow"),
		"repo/.omp/plugins/cache/project-kept/skills/x/SKILL.md": skill("project-kept"),
		"home/.omp/plugins/cache/remap/.claude-plugin/plugin.json": JSON.stringify({
			name: "remap",
			skills: ["./more", "../../../../secret"],
			commands: "./cmds",
			// biome-ignore lint/suspicious/noTemplateCurlyInString: as plugins write it
			mcpServers: { db: { command: "${CLAUDE_PLUGIN_ROOT}/server" } },
		}),
		"home/.omp/plugins/cache/remap/skills/a/SKILL.md": skill("usual"),
		"home/.omp/plugins/cache/remap/more/b/SKILL.md": skill("more"),
		"home/.omp/plugins/cache/remap/commands/no.md": "No",
		"home/.omp/plugins/cache/remap/cmds/yes.md": "Yes",
		"home/secret/c/SKILL.md": skill("secret"),
		"home/.omp/plugins/cache/whole/.omp-plugin/plugin.json": JSON.stringify({ skills: "./own" }),
		"home/.omp/plugins/cache/whole/skills/a/SKILL.md": skill("catalog"),
		"home/.omp/plugins/cache/whole/own/b/SKILL.md": skill("own"),
		"home/.omp/plugins/cache/whole/.mcp.json": JSON.stringify({ mcpServers: { plain: { command: "plain" } } }),
	});
	const found = await loaded(tree, skills, ["claude-plugins"]);
	expect(found.found.map((line) => line.split(" ")[0])).toEqual([
		"project-shadow",
		"user-both",
		"user-kept",
		"usual",
		"more",
		"own",
	]);
	expect(found.warnings).toEqual([
		'[Claude Code Marketplace] remap: "../../../../secret" leads out of the plugin and is ignored',
	]);
	const commands = (await loaded(tree, slashCommandFiles, ["claude-plugins"])).found;
	expect(commands.map((line) => line.split(" ")[0])).toEqual(["remap:yes", "claude:hello"]);
	const { context } = await discovery(tree.path);
	const all = new CapabilityRegistry(discoveryProviders, { providers: () => [], extensions: () => [] });
	const servers = await all.load(mcpServers, context, { providers: ["claude-plugins"] });
	expect(servers.items.map(({ name, command }) => [name, command])).toEqual([
		["remap:db", tree.file("home/.omp/plugins/cache/remap/server")],
		["whole:plain", "plain"],
	]);
});

verifies("discovery:plugins:package-roots", async () => {
	const pack = (folder: string, name: string) => ({
		[`${folder}/package.json`]: JSON.stringify({ name, omp: { extensions: [], skills: ["./extra"] } }),
		[`${folder}/skills/${name}/SKILL.md`]: skill(name),
		[`${folder}/skills/same/SKILL.md`]: skill("same"),
		[`${folder}/extra/more/SKILL.md`]: skill(`${name}-extra`),
		[`${folder}/commands/${name}.md`]: "Go.",
		[`${folder}/rules/${name}.md`]: "---\ndescription: x\n---\nRule.",
		[`${folder}/prompts/${name}.md`]: "Say.",
		[`${folder}/hooks/pre/${name}.ts`]: "export default () => {};",
		[`${folder}/tools/${name}.ts`]: "export default () => {};",
		[`${folder}/.mcp.json`]: JSON.stringify({ mcpServers: { [name]: { command: name } } }),
	});
	await using tree = await workspace({
		"repo/.git": "",
		...pack("repo/named", "named"),
		...pack("home/set", "set"),
		...pack("repo/.omp/plugins/node_modules/ours", "ours"),
		...pack("home/linked", "mine"),
		"home/.omp/plugins/omp-plugins.lock.json": '{"plugins":{"mine":{"version":"1.0.0"}}}',
		"repo/.omp/plugins/omp-plugins.lock.json": '{"plugins":{"ours":{"version":"1.0.0"}}}',
		"home/.omp/plugins/node_modules/plain/package.json": '{"name":"plain"}',
		"home/.omp/plugins/node_modules/plain/skills/plain/SKILL.md": skill("plain"),
	});
	const link = tree.file("home/.omp/plugins/node_modules/mine");
	await mkdir(dirname(link), { recursive: true });
	await symlink(tree.file("home/linked"), link);
	const named: NamedRoots = {
		packages: [
			{ path: "./named", level: "user" },
			{ path: "~/set", level: "user" },
		],
		pluginDirs: [],
		discovers: true,
	};
	const names = ({ found }: { readonly found: readonly string[] }) => found.map((line) => line.split(" ")[0]);
	expect(names(await loaded(tree, skills, ["omp-plugins"], named))).toEqual([
		"named",
		"same",
		"named-extra",
		"set",
		"set-extra",
		"ours",
		"ours-extra",
		"mine",
		"mine-extra",
	]);
	const order = ["named", "set", "ours", "mine"];
	const hookNames = order.map((name) => `${name}.ts`);
	expect(names(await loaded(tree, mcpServers, ["omp-plugins"], named))).toEqual(order);
	expect(names(await loaded(tree, slashCommandFiles, ["omp-plugins"], named))).toEqual(order);
	expect(names(await loaded(tree, rules, ["omp-plugins"], named))).toEqual(order);
	expect(names(await loaded(tree, promptTemplates, ["omp-plugins"], named))).toEqual(order);
	expect(names(await loaded(tree, hookFiles, ["omp-plugins"], named))).toEqual(hookNames);
	expect(names(await loaded(tree, toolFiles, ["omp-plugins"], named))).toEqual(order);
	expect(names(await loaded(tree, skills, ["omp-plugins"], { ...named, discovers: false }))).toEqual([
		"named",
		"same",
		"named-extra",
		"set",
		"set-extra",
	]);
});

test("a manifest may name a folder of skills, the folder of one skill, or its file", async () => {
	await using tree = await workspace({
		"repo/.git": "",
		"home/pack/package.json": JSON.stringify({
			name: "pack",
			pi: { extensions: ["./index.ts"], skills: ["./many", "./one", "SKILL.md", "../outside"] },
		}),
		"home/pack/index.ts": "export default () => {};",
		"home/pack/many/a/SKILL.md": skill("a"),
		"home/pack/one/SKILL.md": skill("one"),
		"home/pack/SKILL.md": skill("whole"),
		"home/outside/SKILL.md": skill("outside"),
	});
	const named = {
		packages: [{ path: tree.file("home/pack"), level: "user" as const }],
		pluginDirs: [],
		discovers: true,
	};
	const { found } = await loaded(tree, skills, ["omp-plugins"], named);
	expect(found.toSorted()).toEqual([
		"a home/pack/many/a/SKILL.md",
		"one home/pack/one/SKILL.md",
		"whole home/pack/SKILL.md",
	]);
});

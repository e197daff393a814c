import { expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { Settings } from "../settings/settings.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import { Features } from "../workbench/features.ts";
import { takeInventory } from "./inventory.ts";

type Tree = Awaited<ReturnType<typeof workspace>>;

/** Everything that is found in a project; `omp doctor` shows it. */
async function inventoryOf(tree: Tree) {
	const [cwd, home, agentDir] = [tree.file("repo"), tree.file("home"), tree.file("home/.omp/agent")];
	const host = { cwd, home, env: {}, now: () => 0, newId: () => "id" };
	const gate = new TrustGate({ agentDir, cwd, home, now: () => 0 });
	return takeInventory({ host, agentDir, settings: new Settings(), cwd, gate, features: new Features() });
}

const base = { "repo/.git/HEAD": "", "home/.claude/settings.json": "{}", "repo/.omp/rules/good.md": "A good rule." };
const isThere = ({ items }: Awaited<ReturnType<typeof inventoryOf>>) => items.some(({ name }) => name === "good");

test.each([
	".claude/settings.json",
	".omp/extensions/loop.ts",
	".omp/extensions/folder/index.ts",
	".omp/extensions/folder/package.json",
	".omp/tools/loop/index.ts",
	".omp/commands/loop/index.ts",
	".omp/plugins",
	".omp/plugins/node_modules",
	".mcp.json",
	"AGENTS.md",
])("a link to itself at %s is as good as nothing", async (path) => {
	await using tree = await workspace({ ...base, "repo/.omp/plugins/package.json": '{"dependencies":{"a":"1"}}' });
	const link = tree.file(`repo/${path}`);
	if (path === ".omp/plugins") await Bun.$`rm -r ${link}`;
	await mkdir(dirname(link), { recursive: true });
	await symlink(basename(link), link);
	expect(isThere(await inventoryOf(tree))).toBe(true);
});

test("files in place of folders are as good as nothing", async () => {
	const folders = [".claude", ".codex", ".gemini", ".cursor", ".pi", ".github", ".vscode", ".agents", ".omp/plugins"];
	await using tree = await workspace({ ...base, ...Object.fromEntries(folders.map((name) => [`repo/${name}`, "x"])) });
	expect(isThere(await inventoryOf(tree))).toBe(true);
});

const long = 900_000;

test.each<[string, Record<string, string>]>([
	["braces in a command", { ".omp/commands/a.md": "{".repeat(long) }],
	["dots behind @ in a command", { ".omp/commands/a.md": `@${".".repeat(long)}x` }],
	["dots behind @ in a context file", { "AGENTS.md": `@${".".repeat(long)}x` }],
	["backticks in a context file", { "AGENTS.md": `@x ${"` `` ".repeat(long / 8)}` }],
	["parentheses in allowed-tools", { ".omp/commands/a.md": `---\nallowed-tools: ${"a(".repeat(long / 2)}\n---\nhi` }],
	["commas in globs", { ".omp/rules/a.md": `---\nglobs: "${",".repeat(long)}"\n---\nhi` }],
	["spaces in globs", { ".omp/rules/a.md": `---\nglobs: *${" ".repeat(long)}x\n---\nhi` }],
	["commas in a scope", { ".omp/rules/a.md": `---\ncondition: x\nscope: "${",".repeat(long)}"\n---\nhi` }],
	["parentheses in a condition", { ".omp/rules/a.md": `---\ncondition: "${"(a".repeat(long / 2)}"\n---\nhi` }],
	[
		"imports that multiply",
		{ "AGENTS.md": "@b.md\n".repeat(2000), "b.md": "@c.md\n".repeat(2000), "c.md": "c".repeat(2000) },
	],
	["imports that are long", { "AGENTS.md": "@b.md\n".repeat(2000), "b.md": "b".repeat(long) }],
])("%s do not keep omp from starting", async (_, files) => {
	const given = Object.fromEntries(Object.entries(files).map(([path, text]) => [`repo/${path}`, text]));
	await using tree = await workspace({ ...base, ...given });
	expect(isThere(await inventoryOf(tree))).toBe(true);
});

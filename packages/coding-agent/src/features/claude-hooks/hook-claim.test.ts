import { describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TrustGate } from "../../trust/trust-gate.ts";
import { ClaudeHooks } from "./claude-hooks.ts";

function open(cwd: string, home: string) {
	const gate = new TrustGate({ agentDir: `${home}/.omp/agent`, cwd, home, now: () => 0 });
	const warnings: string[] = [];
	const hooks = new ClaudeHooks({ cwd: () => cwd, home, gate: () => gate, warn: (text) => void warnings.push(text) });
	return { gate, hooks, warnings };
}

const settings = (...commands: string[]) =>
	JSON.stringify({
		hooks: { PreToolUse: [{ matcher: "", hooks: commands.map((command) => ({ type: "command", command })) }] },
	});

describe("a script of a project that a hook runs", () => {
	test.each([
		'"$CLAUDE_PROJECT_DIR"/.claude/hooks/check.sh',
		'"$CLAUDE_PROJECT_DIR/.claude/hooks/check.sh" --now',
		'"\u0024{CLAUDE_PROJECT_DIR:-.}/.claude/hooks/check.sh"',
		"\u0024{CLAUDE_PROJECT_DIR}/.claude/hooks/check.sh",
		'"$(git rev-parse --show-toplevel)/.claude/hooks/check.sh"',
		"$PWD/.claude/hooks/check.sh",
		"cd .claude/hooks && ./check.sh",
		"cd $CLAUDE_PROJECT_DIR/.claude && sh hooks/check.sh",
		"sh -c 'exec .claude/hooks/check.sh'",
		"env X=.claude/hooks/check.sh sh -c '$X'",
		'sh ".claude/hooks/check.sh"',
		"sh .claude//hooks/./check.sh",
		"sh .claude/hooks/../hooks/check.sh",
	])("%s: one byte more asks again", async (command) => {
		await using tree = await workspace({
			"my repo/.git/HEAD": "",
			"my repo/.claude/settings.json": settings(command),
			"my repo/.claude/hooks/check.sh": "exit 0\n",
			"home/x": "",
		});
		const [cwd, home] = [tree.file("my repo"), tree.file("home")];
		const first = open(cwd, home);
		expect(first.hooks.list()).toEqual([]);
		await first.gate.decide(first.gate.waiting, true);
		expect(open(cwd, home).hooks.list()).toHaveLength(1);
		await tree.write("my repo/.claude/hooks/check.sh", "exit 0 \n");
		expect(open(cwd, home).hooks.list()).toEqual([]);
	});
});

test("a script of several megabytes is looked at as a whole", async () => {
	await using tree = await workspace({
		"repo/.git/HEAD": "",
		"repo/.claude/settings.json": settings("node big.js"),
		"repo/big.js": `//${"x".repeat(2_000_000)}a`,
		"home/x": "",
	});
	const [cwd, home] = [tree.file("repo"), tree.file("home")];
	const { hooks, gate } = open(cwd, home);
	hooks.list();
	await gate.decide(gate.waiting, true);
	expect(open(cwd, home).hooks.list()).toHaveLength(1);
	await tree.write("repo/big.js", `//${"x".repeat(2_000_000)}b`);
	expect(open(cwd, home).hooks.list()).toEqual([]);
});

test("a command with endless words does not hang, and is not run", async () => {
	await using tree = await workspace({
		"repo/.git/HEAD": "",
		"repo/.claude/settings.json": settings("a.sh ".repeat(150_000), "true"),
		"repo/a.sh": "x".repeat(1_000_000),
		"home/x": "",
	});
	const { hooks, gate, warnings } = open(tree.file("repo"), tree.file("home"));
	hooks.list();
	expect(gate.waiting[0]?.effects).toEqual(["runs at PreToolUse: true"]);
	expect(warnings).toEqual([expect.stringContaining("longer than")]);
});

test("a settings file that is a link to itself, or below a file, has no hooks", async () => {
	await using tree = await workspace({ "repo/.git/HEAD": "", "other/.claude": "", "home/.claude/settings.json": "{}" });
	await mkdir(tree.file("repo/.claude"));
	await symlink("settings.json", tree.file("repo/.claude/settings.json"));
	expect(open(tree.file("repo"), tree.file("home")).hooks.list()).toEqual([]);
	expect(open(tree.file("other"), tree.file("home")).hooks.list()).toEqual([]);
});

test("two hooks of a kind that omp does not run are named once", async () => {
	const http = { type: "http", url: "http://localhost/" };
	const file = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [http, http] }, { hooks: [http] }] } });
	await using tree = await workspace({ "repo/.git/HEAD": "", "home/.claude/settings.json": file });
	const { hooks, warnings } = open(tree.file("repo"), tree.file("home"));
	hooks.list();
	expect(warnings).toEqual([expect.stringContaining("hooks.PreToolUse has a hook that is no command; it is not run")]);
});

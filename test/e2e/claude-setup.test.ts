import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { atTerminal, opened } from "./at-terminal.ts";

setDefaultTimeout(60_000);

const hook = (command: string, matcher?: string) => [
	{ ...(matcher && { matcher }), hooks: [{ type: "command", command }] },
];

/** As people have it who work with Claude Code. */
const setup = {
	"CLAUDE.md": "Be kind.",
	".claude/commands/state.md":
		"---\ndescription: Tell the state\nallowed-tools: Bash(git log:*)\n---\nBranch: !`git branch --show-current`\n",
	".claude/commands/plain.md": "Only words for $1",
	".claude/agents/reviewer.md": "---\nname: reviewer\ndescription: Reviews code\ntools: Read, Grep\n---\nYou review.",
	".claude/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF files\n---\nCall pdftotext.",
	".claude/settings.json": JSON.stringify({
		permissions: { allow: ["Bash(ls:*)"] },
		hooks: {
			SessionStart: hook("touch started; echo the tests are in test/"),
			PreToolUse: hook('python3 -c 1 2>/dev/null; sh "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh', "Bash"),
			PostToolUse: hook("touch formatted", "Edit|Write"),
		},
	}),
	".claude/hooks/guard.sh": "grep -q 'rm ' && { echo 'rm is not for you' >&2; exit 2; }\nexit 0\n",
	".mcp.json": JSON.stringify({ mcpServers: { files: { command: "touch", args: ["server-started"] } } }),
};

test("a fresh clone with a Claude setup shows what it found, asks once, and works", async () => {
	await using origin = await workspace(setup, { git: true });
	await using omp = await ompProject({
		replies: [
			text("Seen."),
			toolCall("bash", { i: "Removing", command: "rm CLAUDE.md" }),
			toolCall("write", { i: "Writing", path: "a.txt", content: "x\n" }),
			text("Wrote it."),
		],
	});
	await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
	await runCommand(["git", "clone", "--quiet", origin.path, omp.path]);
	const made = () => ["started", "formatted", "server-started"].filter((name) => existsSync(`${omp.path}/${name}`));
	{
		await using terminal = await atTerminal(omp);
		await terminal.waitFor("CLAUDE.md");
		await terminal.waitFor("1 skill");
		await opened(terminal, "Trust this project?");
		const screen = terminal.screen();
		for (const words of [
			"Hooks: .claude/settings.json",
			"runs at SessionStart: touch started",
			"runs at PreToolUse (Bash)",
			"Commands that run programs: .claude/commands/state.md",
			"runs git branch --show-current",
			"lets the model use Bash(git log:*) without asking",
			".mcp.json",
		]) {
			expect(screen).toContain(words);
		}
		expect(screen).not.toContain("plain.md");
		expect(made()).toEqual([]);
		terminal.type("\x1b[B\r");
		await terminal.waitFor("Trusted: ");
		await terminal.say("/state", "Seen.");
		const first = JSON.stringify(omp.model.requests[0]);
		for (const words of ["Be kind.", "Branch: main", "the tests are in test/", "pdf: Reads PDF files"]) {
			expect(first).toContain(words);
		}
		await terminal.say("tidy up", "Wrote it.");
		expect(JSON.stringify(omp.model.requests[2])).toContain("rm is not for you");
		expect(existsSync(`${omp.path}/CLAUDE.md`)).toBe(true);
		await until(() => existsSync(`${omp.path}/server-started`));
		expect(made()).toEqual(["started", "formatted", "server-started"]);
		await terminal.say("/extensions", "reviewer");
	}
	// It is not asked again.
	await using again = await atTerminal(omp);
	await again.waitFor("1 skill");
	await again.press("/plain", "Only words for");
	expect(again.history()).not.toContain("Trust this project?");
});

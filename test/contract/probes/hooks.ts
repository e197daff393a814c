import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Probe } from "../probe.ts";
import { sentIn } from "../requests.ts";
import { delegates } from "../subagent-model.ts";

const hooks = (events: Readonly<Record<string, string>>, matcher = "*") =>
	JSON.stringify({
		hooks: Object.fromEntries(
			Object.entries(events).map(([event, command]) => [event, [{ matcher, hooks: [{ type: "command", command }] }]]),
		),
	});
const makesFile = toolCall("bash", { i: "Making", command: "touch made.txt" });

export const hookProbes: readonly Probe[] = [
	{
		name: "a PreToolUse hook of the user that exits with 2 blocks a command",
		home: {
			".claude/settings.json": hooks(
				{ PreToolUse: 'touch "$CLAUDE_PROJECT_DIR/asked"; echo "no files today" >&2; exit 2' },
				"Bash",
			),
		},
		replies: [makesFile, text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			await ask("go");
			const made = (name: string) => existsSync(omp.files.file(name));
			expect({ asked: made("asked"), made: made("made.txt"), told: sentIn(omp, 1).includes("no files today") }).toEqual(
				{
					asked: true,
					made: false,
					told: true,
				},
			);
		},
	},
	{
		name: "a UserPromptSubmit hook adds context",
		home: { ".claude/settings.json": hooks({ UserPromptSubmit: "echo the branch is main" }) },
		replies: [text("Done.")],
		async run({ omp, ask }) {
			await ask("hello");
			expect(sentIn(omp, 0)).toContain("the branch is main");
		},
	},
	{
		name: "a UserPromptSubmit hook that exits with 2 keeps the prompt from the model",
		home: { ".claude/settings.json": hooks({ UserPromptSubmit: "echo not that >&2; exit 2" }) },
		replies: [text("Done.")],
		async run({ omp, ask }) {
			const told = await ask("hello", { answer: "not that" });
			expect([omp.model.requests.length, told.includes("not that")]).toEqual([0, true]);
		},
	},
	{
		name: "a hook of an untrusted project does not run, and runs once it is trusted",
		files: { ".claude/settings.json": hooks({ UserPromptSubmit: 'touch "$CLAUDE_PROJECT_DIR/ran"' }) },
		replies: [text("Done."), text("Done.")],
		async run({ omp, ask }) {
			const hasRun = () => existsSync(omp.files.file("ran"));
			await ask("hello", { isUntrusted: true });
			expect(hasRun()).toBe(false);
			await omp.run(["trust", "allow"]);
			await ask("hello");
			expect(hasRun()).toBe(true);
		},
	},
	{
		name: "a SessionStart hook adds context, and a Stop hook makes the model go on",
		home: {
			".claude/settings.json": hooks({
				SessionStart: "echo remember the tests",
				Stop: 'test -e "$CLAUDE_PROJECT_DIR/stopped" || { touch "$CLAUDE_PROJECT_DIR/stopped"; echo "run the tests" >&2; exit 2; }',
			}),
		},
		replies: [text("Finished."), text("Done.")],
		async run({ omp, ask }) {
			await ask("hello");
			expect([sentIn(omp, 0).includes("remember the tests"), sentIn(omp, 1).includes("run the tests")]).toEqual([
				true,
				true,
			]);
		},
	},
	{
		name: "a PreToolUse hook of the user holds for sub-agents",
		home: { ".claude/settings.json": hooks({ PreToolUse: "exit 2" }, "Bash") },
		settings: "tools: { approvalMode: yolo }\nasync: { enabled: false }",
		otherwise: delegates((soFar) =>
			soFar.includes("tool_result") ? toolCall("yield", { result: { data: "three doors" } }) : makesFile,
		),
		tools: ["bash", "task"],
		async run({ omp, open }) {
			const opened = await open();
			await opened.prompt("go");
			await until(() => omp.model.requests.some((_, index) => sentIn(omp, index).includes("three doors")));
			await opened.close();
			expect(existsSync(omp.files.file("made.txt"))).toBe(false);
		},
	},
];

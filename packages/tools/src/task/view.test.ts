import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { viewedOutput } from "../view/view.ts";
import { taskView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const progress = {
	index: 0,
	id: "Alpha",
	agent: "task",
	status: "running",
	recentTools: [],
	recentOutput: ["says this"],
	requests: 0,
	tokens: 1200,
	cost: 0.034,
	durationMs: 4200,
};
const result = {
	index: 1,
	id: "Beta",
	agent: "explore",
	exitCode: 0,
	output: "Found it.\nMore.",
	aborted: false,
	durationMs: 65_000,
	requests: 0,
	tokens: 0,
	usage: { cost: { total: 0 } },
};
const shown = (details: object, expanded = false) =>
	taskView.result?.(viewedOutput({ content: [], details }, "done"), { ...options, expanded }, {});

test("each agent has one line: what it does while it runs, what came of it afterwards", () => {
	expect(
		shown({ results: [], progress: [progress, { ...progress, index: 1, id: "Beta", status: "pending" }] }),
	).toEqual(["├─ ● Alpha 4.2s says this 1,200 tokens · $0.03", "└─ ⏳ Beta waits for its turn"]);
	expect(shown({ results: [], progress: [{ ...progress, lastIntent: "Run the tests" }] })).toEqual([
		"└─ ● Alpha 4.2s Run the tests 1,200 tokens · $0.03",
	]);
	expect(shown({ results: [result], progress: [{ ...progress, status: "running" }] })).toEqual([
		"├─ ● Alpha 4.2s says this 1,200 tokens · $0.03",
		"└─ ✔ Beta explore · 1m 5s Found it.",
	]);
	expect(shown({ results: [{ ...result, exitCode: 1, error: "No reply" }] })).toEqual([
		"└─ ✘ Beta explore · 1m 5s No reply",
	]);
	expect(shown({ results: [{ ...result, aborted: true, abortReason: "Cancelled" }] })).toEqual([
		"└─ ⊘ Beta explore · 1m 5s Cancelled",
	]);
	expect(shown({ results: [result] }, true)).toEqual([
		"└─ ✔ Beta explore · 1m 5s Found it.",
		"   ├─ Found it.",
		"   └─ More.",
	]);
});

verifies("tui:tool-block:task", () => {
	const counted = { requests: 7, contextTokens: 50_000, contextWindow: 200_000 };
	const running = { ...progress, ...counted, currentTool: "bash", currentToolArgs: "bun test", lastIntent: undefined };
	expect(shown({ results: [{ ...result, ...counted, usage: { cost: { total: 1.5 } } }], progress: [running] })).toEqual(
		["├─ ● Alpha 4.2s bash bun test 7 req · 25% · $0.03", "└─ ✔ Beta explore · 1m 5s Found it. 7 req · 25% · $1.50"],
	);
});

test("agents in the background are a tree of names and tasks, without words for the model", () => {
	const started = { ...progress, description: "fix the parser", recentOutput: [], tokens: 0, cost: 0, durationMs: 0 };
	const details = {
		results: [],
		totalDurationMs: 5,
		async: { state: "running", jobIds: ["Alpha", "Beta"], type: "task" },
		progress: [started, { ...started, index: 1, id: "Beta", agent: "explore", description: "find the callers" }],
	};
	const output = viewedOutput({ content: [{ type: "text", text: "Results arrive by themselves." }], details }, "done");
	expect(taskView.result?.(output, options, {})).toEqual([
		"├─ ● Alpha fix the parser",
		"└─ ● Beta explore find the callers",
	]);
});

test("the title names one task or counts several, and the meta says where they run and what they cost", () => {
	const title = (params: object) => taskView.title?.(params, options);
	expect([
		title({ tasks: [{ name: "Alpha" }] }),
		title({ tasks: [{}, {}] }),
		title({ name: "Solo", task: "x" }),
		title({}),
	]).toEqual(["Task Alpha", "2 tasks", "Task Solo", "Task "]);
	const meta = (details: object) => taskView.meta?.(viewedOutput({ content: [], details }, "done"), options, {});
	expect(meta({ results: [], totalDurationMs: 15, async: {} })).toBe("in the background");
	expect(meta({ results: [{}], totalDurationMs: 1500, usage: { cost: { total: 1.5 } }, async: {} })).toBe(
		"in the background · 1.5s · $1.50",
	);
});

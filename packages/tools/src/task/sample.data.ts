import type { ToolSample } from "../view/tool-sample.ts";

const agentProgress = {
	index: 0,
	id: "Tests",
	agent: "task",
	status: "running",
	lastIntent: "Run the tests",
	recentTools: [],
	recentOutput: [],
	toolCount: 3,
	requests: 4,
	tokens: 18_200,
	cost: 0.04,
	durationMs: 12_400,
};
const agentResult = {
	index: 0,
	id: "Tests",
	agent: "task",
	exitCode: 0,
	output: "All 42 tests pass.",
	aborted: false,
	durationMs: 21_000,
	tokens: 31_000,
	usage: { cost: { total: 0.09 } },
};

export const taskSample: ToolSample = {
	args: {
		context: "We fix greetings.",
		tasks: [
			{ name: "Tests", task: "Run the tests" },
			{ name: "Search", agent: "explore", task: "Find all callers of greet" },
		],
	},
	running: {
		text: "",
		details: {
			results: [],
			totalDurationMs: 12_400,
			progress: [agentProgress, { ...agentProgress, index: 1, id: "Search", agent: "explore", status: "pending" }],
		},
	},
	done: {
		text: "",
		details: {
			totalDurationMs: 21_000,
			usage: { cost: { total: 0.12 } },
			results: [
				agentResult,
				{ ...agentResult, index: 1, id: "Search", agent: "explore", exitCode: 1, error: "The model gave no reply" },
			],
		},
	},
	failed: { text: 'Task #1 failed preflight: Unknown agent "nope". Available: task, explore' },
};

import type { ToolSample } from "../view/tool-sample.ts";

const phases = [
	{
		name: "Setup",
		tasks: [
			{ content: "Read code", status: "completed" },
			{ content: "Write tests", status: "in_progress" },
		],
	},
	{
		name: "Build",
		tasks: [
			{ content: "Fix the greeting", status: "pending" },
			{ content: "Publish", status: "blocked", blocker: "no key" },
			{ content: "Rewrite in C", status: "abandoned" },
		],
	},
];

export const todoSample: ToolSample = {
	args: { op: "start", task: "Write tests" },
	done: { text: "", details: { op: "start", phases } },
	failed: { text: 'Errors: Task "Write test" not found' },
};

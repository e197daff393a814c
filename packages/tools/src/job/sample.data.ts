import type { ToolSample } from "../view/tool-sample.ts";

const job = {
	id: "bg_1",
	type: "bash",
	status: "completed",
	label: "bun run build",
	durationMs: 7200,
	resultText: "built in 7s",
};

export const jobSample: ToolSample = {
	args: { poll: ["bg_1"] },
	done: {
		text: "",
		details: { op: "poll", jobs: [job, { ...job, id: "bg_2", status: "failed", label: "bun lint" }] },
	},
	failed: { text: "No job has the id bg_9" },
};

import type { ToolSample } from "../view/tool-sample.ts";

export const checkpointSample: ToolSample = {
	args: { goal: "find the bug" },
	done: { text: "Checkpoint set" },
	failed: { text: "There is a checkpoint already" },
};

export const rewindSample: ToolSample = {
	args: { report: "The bug is in greet.ts, line 2." },
	done: { text: "Rewound", details: { report: "", rewound: true } },
	failed: { text: "There is no checkpoint" },
};

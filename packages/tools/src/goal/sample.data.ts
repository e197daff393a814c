import type { ToolSample } from "../view/tool-sample.ts";

export const goalSample: ToolSample = {
	args: { op: "complete" },
	done: { text: "Goal completed" },
	failed: { text: "There is no goal" },
};

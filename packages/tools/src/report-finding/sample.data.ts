import type { ToolSample } from "../view/tool-sample.ts";

const finding = {
	title: "A null name crashes greet",
	body: "greet(null) throws.",
	priority: "P1",
	confidence: 0.9,
	file_path: "src/greet.ts",
	line_start: 2,
	line_end: 2,
};

export const reportFindingSample: ToolSample = {
	args: finding,
	done: { text: "Finding recorded: [P1] A null name crashes greet", details: finding },
	failed: { text: "priority: must be one of P0, P1, P2, P3" },
};

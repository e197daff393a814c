import type { ToolSample } from "../view/tool-sample.ts";

const cell = { index: 0, code: "sum(range(10))", language: "python", output: "45", status: "complete", durationMs: 64 };

export const evalSample: ToolSample = {
	args: { cells: [{ language: "py", code: "sum(range(10))", title: "Add up" }] },
	done: { text: "45", details: { cells: [cell] } },
	failed: {
		text: "",
		details: { cells: [{ ...cell, status: "error", output: "NameError: name 'x' is not defined" }] },
	},
};

import type { ToolSample } from "../view/tool-sample.ts";

export const resolveSample: ToolSample = {
	args: { action: "apply", reason: "looks right" },
	done: { text: "Applied 1 replacement in 1 file.", details: { label: "AST Edit: 1 replacement in 1 file" } },
	failed: { text: "There is nothing to resolve" },
};

import type { ToolSample } from "../view/tool-sample.ts";

export const astEditSample: ToolSample = {
	args: {
		paths: ["src"],
		ops: [{ pat: "greet($A)", out: "hail($A)" }],
	},
	done: {
		text: "",
		details: {
			totalReplacements: 1,
			filesTouched: 1,
			displayContent: '# src/\n## main.ts (1 replacement)\n-3|greet("world")\n+3|hail("world")',
		},
	},
	failed: { text: "The pattern is no code: greet(" },
};

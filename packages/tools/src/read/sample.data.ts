import { greet } from "../view/sample-texts.ts";
import type { ToolSample } from "../view/tool-sample.ts";

export const readSample: ToolSample = {
	args: { path: "src/greet.ts:1-3" },
	done: {
		text: greet,
		details: { displayContent: { text: greet.trimEnd(), startLine: 1, lineNumbers: [1, 2, 3] } },
	},
	failed: { text: "Path 'src/great.ts' not found" },
};

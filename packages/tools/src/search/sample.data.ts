import { found } from "../view/sample-texts.ts";
import type { ToolSample } from "../view/tool-sample.ts";

export const searchSample: ToolSample = {
	args: { pattern: "greet", path: "src" },
	done: { text: found, details: { matchCount: 3, fileCount: 2, displayContent: found } },
	failed: { text: "Path not found: src" },
};

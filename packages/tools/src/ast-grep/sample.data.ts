import { found } from "../view/sample-texts.ts";
import type { ToolSample } from "../view/tool-sample.ts";

export const astGrepSample: ToolSample = {
	args: { pat: "greet($A)", path: "src" },
	done: { text: found, details: { matchCount: 3, fileCount: 2, displayContent: found } },
	failed: { text: "The pattern is no code: greet(" },
};

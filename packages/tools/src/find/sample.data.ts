import { lines } from "../view/sample-texts.ts";
import type { ToolSample } from "../view/tool-sample.ts";

export const findSample: ToolSample = {
	args: { path: "src/**/*.ts" },
	running: { text: "src/greet.ts" },
	done: {
		text: "",
		details: { files: lines(12, (number) => `src/part-${number}.ts`).split("\n"), truncated: false },
	},
	failed: { text: "Path not found: src" },
};

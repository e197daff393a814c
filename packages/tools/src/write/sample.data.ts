import { greet } from "../view/sample-texts.ts";
import type { ToolSample } from "../view/tool-sample.ts";

export const writeSample: ToolSample = {
	args: { path: "src/greet.ts", content: greet },
	streaming: { path: "src/greet.ts", content: greet.slice(0, 60) },
	done: { text: "Successfully wrote 72 bytes to src/greet.ts", details: {} },
	failed: { text: "Cannot write src/greet.ts: permission denied" },
};

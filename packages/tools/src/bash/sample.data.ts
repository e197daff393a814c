import { lines } from "../view/sample-texts.ts";
import type { ToolSample } from "../view/tool-sample.ts";

export const bashSample: ToolSample = {
	args: { command: "bun test" },
	streaming: { command: "bun te" },
	running: { text: lines(4, (number) => `test ${number} ... ok`) },
	done: {
		text: `${lines(40, (number) => `test ${number} ... ok`)}\n\n\nWall time: 1.20 seconds`,
		details: { wallTimeMs: 1200, timeoutSeconds: 300 },
	},
	failed: {
		text: "1 fail\n\n\nWall time: 0.06 seconds\n\nCommand exited with code 2",
		details: { wallTimeMs: 60, timeoutSeconds: 300, exitCode: 2 },
	},
};

import type { ToolSample } from "../view/tool-sample.ts";

export const sshSample: ToolSample = {
	args: { host: "build", command: "make test", cwd: "~/src" },
	done: {
		text: "All 12 tests pass.\n\n\nWall time: 3.20 seconds\nbuild: Linux x86_64, bash 5.2",
		details: { timeoutSeconds: 60, wallTimeMs: 3200 },
	},
	failed: {
		text: "make: *** No rule to make target 'test'.\n\n\nWall time: 0.20 seconds\n\nCommand exited with code 2",
		details: { timeoutSeconds: 60, wallTimeMs: 200, exitCode: 2 },
	},
};

import type { ToolSample } from "../view/tool-sample.ts";

const webProcess = { name: "web", line: "bun run dev", status: "ready", pid: 4711, startedAt: 0, restarts: 0 };

export const launchSample: ToolSample = {
	args: { op: "start", name: "web", application: "bun", args: ["run", "dev"], ready: { port: 3000 } },
	done: {
		text: "Started web (pid 4711); it is ready.\n$ bun run dev\nListening on http://localhost:3000",
		details: { op: "start", processes: [webProcess] },
	},
	failed: {
		text: "web exited with code 1 before it was ready.\nerror: port 3000 is in use",
		details: { op: "start", processes: [{ ...webProcess, status: "exited", exitCode: 1 }] },
	},
};

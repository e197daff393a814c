import { defineTool, type ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { JobBoard } from "../jobs/job-board.ts";
import type { PollWindow } from "../jobs/poll-window.ts";
import { executeJob, type JobDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };

export interface JobDeps {
	/** Absent where nothing may go on in the background. */
	readonly board?: JobBoard;
	/** Whose jobs these are. */
	readonly ownerId: string;
	readonly window: PollWindow;
	readonly now: () => number;
	/** Settles when something else wants the agent's attention. */
	readonly interruption?: (signal: AbortSignal) => Promise<unknown>;
}

const ids = { type: "array", items: { type: "string" } } as const;
const parameters = {
	type: "object",
	properties: {
		poll: { ...ids, description: "Wait for one of these to end; none named: all running" },
		cancel: { ...ids, description: "End these" },
		list: { type: "boolean", description: "Show all without waiting" },
	},
	additionalProperties: false,
} as const;

export function jobTool(deps: JobDeps) {
	return defineTool({
		name: "job",
		label: "Job",
		prompt,
		parameters,
		approval: "read",
		loadMode: "essential",
		execute: (params, call: ToolCallContext<JobDetails>) => executeJob(params, call, deps),
	});
}

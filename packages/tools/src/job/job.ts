import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { JobBoard } from "../jobs/job-board.ts";
import { PollWindow } from "../jobs/poll-window.ts";
import type { ToolServices } from "../services/services.ts";
import { executeJob, type JobDetails, type JobParams } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { asyncSettings } from "./settings.ts";

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
		poll: { ...ids, description: "Wait until these end; none named: all running" },
		any: { type: "boolean", description: "Wait for one only" },
		cancel: { ...ids, description: "End these" },
		list: { type: "boolean", description: "Show all without waiting" },
	},
	additionalProperties: false,
} as const;

const hiddenParameters = { message: { type: "boolean" }, timeoutMs: { type: "number" } } as const;

const traits: ToolTraits = {
	name: "job",
	aliases: ["bash_output", "task_output", "kill_shell", "kill_bash"],
	partOf: ["hub"],
	effects: ["runs"],
	switch: asyncSettings.enabled,
	view: async () => (await import("./view.ts")).jobView,
};

export const job: BuiltInTool = {
	...traits,
	summary: "Manage background commands",
	sample: async () => (await import("./sample.data.ts")).jobSample,
	settings: [asyncSettings],
	create: ({ settings, workspace: { now }, jobs }: Pick<ToolServices, "settings" | "workspace" | "jobs">) =>
		jobTool({ ...jobs, now, window: new PollWindow(() => settings.get(asyncSettings.pollWaitDuration), now) }),
};

const adapt = adapter({
	names: {
		id: "poll",
		ids: "poll",
		job: "poll",
		jobs: "poll",
		job_id: "poll",
		task_id: "poll",
		bash_id: "poll",
		shell_id: "poll",
		wait: "poll",
		kill: "cancel",
		stop: "cancel",
		end: "cancel",
	},
});

export function jobTool(deps: JobDeps) {
	return defineTool({
		...traits,
		label: "Job",
		prompt,
		parameters,
		approval: "read",
		// After the calls before it, which may start the jobs it is about.
		concurrency: "exclusive",
		loadMode: "essential",
		// Of calls by the name `hub`: messages end the wait, too.
		hiddenParameters,
		adapt,
		execute: (params: JobParams, call: ToolCallContext<JobDetails>) => executeJob(params, call, deps),
	});
}

import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { bashTool } from "./bash/bash.ts";
import { evalTool } from "./eval/eval.ts";
import { jobTool } from "./job/job.ts";
import { PollWindow } from "./jobs/poll-window.ts";
import type { withDefaults } from "./tool-ports.ts";

/** The tools that run something: commands always, jobs and cells where the session has a place for them. */
export function executionTools(session: ReturnType<typeof withDefaults>): AgentTool[] {
	const { now, bashTimeoutSeconds, outputLimits: limits, execution = {} } = session;
	const { pollWait = () => "smart", interruption, eval: cells, async: jobs, ...commands } = execution;
	const window = new PollWindow(pollWait, now);
	const bash = bashTool({
		...session,
		...commands,
		limits,
		defaultTimeoutSeconds: bashTimeoutSeconds,
		...(jobs && { async: jobs }),
	});
	return [
		bash,
		...(jobs?.board ? [jobTool({ ...jobs, window, now, ...(interruption && { interruption }) })] : []),
		...(cells && cells.languages.length > 0 ? [evalTool({ ...session, ...commands, ...cells, limits })] : []),
	];
}

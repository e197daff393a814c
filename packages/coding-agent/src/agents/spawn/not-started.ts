import type { AgentProgress, SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import { sumUsage } from "../result/task-result.ts";
import type { Subagent } from "../subagent/subagent.ts";
import type { ClearedItem } from "./check-task.ts";

/** A task that has its agent, which has not begun. */
interface QueuedTask {
	readonly index: number;
	readonly subagent: Pick<Subagent, "id" | "description">;
	readonly cleared: ClearedItem;
}

/** The progress of an agent that waits for its turn. */
export function pendingProgress(task: QueuedTask): AgentProgress {
	return {
		...pickFacts(task),
		status: "pending",
		recentTools: [],
		recentOutput: [],
		toolCount: 0,
		requests: 0,
		tokens: 0,
		cost: 0,
		durationMs: 0,
	};
}

/** The result of an agent that never began. */
export function notStarted(
	task: QueuedTask,
	why: Pick<SingleResult, "aborted" | "abortReason" | "error">,
): SingleResult {
	return {
		...pickFacts(task),
		exitCode: 1,
		output: "",
		stderr: why.abortReason ?? why.error ?? "",
		...why,
		truncated: false,
		durationMs: 0,
		tokens: 0,
		requests: 0,
		usage: sumUsage([]),
		outputMeta: { lineCount: 0, charCount: 0 },
	};
}

function pickFacts({ index, subagent, cleared: { agent, item } }: QueuedTask) {
	const { id, description } = subagent;
	const { name, source } = agent;
	return { index, id, agent: name, agentSource: source, task: item.task, assignment: item.task, description };
}

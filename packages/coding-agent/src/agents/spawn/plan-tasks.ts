import type { TaskItem } from "@oh-my-pi/pi-tools/services/agent-service";
import { isolationSettings, taskSettings } from "../../settings/sections/agent/task.ts";
import { isGitRepository } from "../../trust/project.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import type { AgentDefinition } from "../definition/agent-definition.ts";
import type { SpawnContext } from "../subagent/spawn-context.ts";
import type { Subagent } from "../subagent/subagent.ts";
import { type ClearedItem, preflight } from "./check-task.ts";

/** Gives an agent that will start its id, and lets messages for it wait. */
export type QueueSubagent = (parent: SpawnContext, cleared: ClearedItem) => Subagent;

/** A task with its agent, or why it cannot run. */
export type PlannedTask =
	| { readonly kind: "queued"; readonly index: number; readonly subagent: Subagent; readonly cleared: ClearedItem }
	| { readonly kind: "refused"; readonly index: number; readonly item: TaskItem; readonly reason: string };

/** Checks the tasks and queues an agent for each that may run. */
export function planTasks(
	items: readonly TaskItem[],
	parent: SpawnContext,
	agents: readonly AgentDefinition[],
	{ workbench, queue }: { readonly workbench: Workbench; readonly queue: QueueSubagent },
): PlannedTask[] {
	const { settings, host, gate } = workbench;
	const facts = {
		agents,
		spawns: parent.spawns,
		depth: parent.depth,
		maxDepth: settings.get(taskSettings.maxRecursionDepth),
		blocked: host.env.PI_BLOCKED_AGENT,
		disabled: settings.get(taskSettings.disabledAgents),
		isTreeReadOnly: parent.isTreeReadOnly(),
		options: { isolation: settings.get(isolationSettings.mode) !== "none" },
		isGitRepository: () => isGitRepository(gate.at(parent.cwd()).project.root),
		parentSchema: parent.schema,
	};
	return items.map((item, index): PlannedTask => {
		const checked = preflight(item, facts);
		if ("refusal" in checked) return { kind: "refused", index, item, reason: checked.refusal };
		return { kind: "queued", index, subagent: queue(parent, checked), cleared: checked };
	});
}

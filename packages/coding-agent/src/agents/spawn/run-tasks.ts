import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import type { AgentProgress, SingleResult, TaskDetails, TaskRequest } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Workbench } from "../../workbench/workbench.ts";
import { findAgents } from "../definition/find-agents.ts";
import { sumUsage } from "../result/task-result.ts";
import { idleHint, resultBlock } from "../result/task-text.ts";
import type { SpawnContext } from "../subagent/spawn-context.ts";
import { pendingProgress } from "./not-started.ts";
import { type PlannedTask, planTasks, type QueueSubagent } from "./plan-tasks.ts";
import type { SpawnRequest } from "./spawn.ts";

export interface TaskPorts {
	readonly workbench: Workbench;
	readonly queue: QueueSubagent;
	readonly spawn: (request: SpawnRequest, signal: AbortSignal) => Promise<SingleResult>;
}

type QueuedTask = Extract<PlannedTask, { kind: "queued" }>;

/** Carries out a call of `task`: background items become jobs, the others run now, side by side. */
export async function runTasks(
	parent: SpawnContext,
	request: TaskRequest,
	call: ToolCallContext<TaskDetails>,
	ports: TaskPorts,
): Promise<ToolOutput<TaskDetails>> {
	const { workbench, spawn } = ports;
	const { host, settings } = workbench;
	const startedAt = host.now();
	const { agents, projectFolder } = await findAgents(workbench, parent.cwd());
	const planned = planTasks(request.tasks, parent, agents, ports);
	const isAsync = settings.get(asyncSettings.enabled);
	const queued = planned.flatMap((one) => (one.kind === "queued" ? [one] : []));
	const refused = planned.flatMap((one) => (one.kind === "refused" ? [one] : []));
	const detached = isAsync ? queued.filter(({ cleared }) => !cleared.agent.blocking) : [];
	const inline = queued.filter((one) => !detached.includes(one));
	const requestFor = (one: QueuedTask): SpawnRequest => ({
		...one,
		parent,
		background: request.context,
		parentToolCallId: call.id,
		siblings: queued
			.filter((other) => other !== one)
			.map(({ subagent: { id, description } }) => `- ${id}: ${description}`),
	});
	for (const one of detached) startJob({ ...requestFor(one), isDetached: true }, ports);

	const progress = new Map<number, AgentProgress>();
	const results: SingleResult[] = [];
	const details = (): TaskDetails => ({
		projectAgentsDir: projectFolder ?? null,
		results: results.toSorted((a, b) => a.index - b.index),
		totalDurationMs: host.now() - startedAt,
		...(results.length > 0 && { usage: sumUsage(results.map(({ usage }) => usage)) }),
		...(results.some(({ outputPath }) => outputPath) && {
			outputPaths: results.flatMap(({ outputPath }) => outputPath ?? []),
		}),
		progress: [...progress.values()].toSorted((a, b) => a.index - b.index),
		...(detached.length > 0 && {
			async: { state: "running", jobIds: detached.map(({ subagent }) => subagent.id), type: "task" },
		}),
	});
	const show = () => call.onProgress({ content: "", details: details() });
	for (const one of inline) progress.set(one.index, pendingProgress(one));
	// They have begun, for whoever looks; how it goes on is told by other means.
	for (const one of detached) progress.set(one.index, { ...pendingProgress(one), status: "running" });
	if (inline.length > 0) show();
	await Promise.all(
		inline.map(async (one) => {
			const onProgress = (state: AgentProgress) => {
				progress.set(one.index, state);
				show();
			};
			results.push(await spawn({ ...requestFor(one), onProgress }, call.signal));
			show();
		}),
	);
	const blocks = [
		...queued.flatMap(({ subagent, cleared: { note } }) => (note ? [`Task ${subagent.id}: ${note}.`] : [])),
		...refused.map(({ index, item, reason }) => `Task ${item.name ?? `#${index + 1}`} failed preflight: ${reason}`),
		...results.toSorted((a, b) => a.index - b.index).map(resultBlock),
		...spawnNote(detached),
	];
	const isError = refused.length === planned.length || undefined;
	return { content: blocks.join("\n\n"), details: details(), ...(isError && { isError }) };
}

const maxSummaryChars = 200;

function startJob(request: SpawnRequest, { workbench, spawn }: TaskPorts): void {
	const { subagent, parent, cleared } = request;
	workbench.jobs.start({
		type: "task",
		id: subagent.id,
		label: subagent.description,
		ownerId: parent.conversation.id,
		isQueued: true,
		async run({ signal, report, begin }) {
			const onProgress = (state: AgentProgress) => report(progressText(state));
			const result = await spawn({ ...request, onProgress, onBegin: begin }, signal);
			const text = `${resultBlock(result)}\n\n${idleHint(result, cleared)}`;
			const [summary = ""] = (result.abortReason ?? result.error ?? result.output).trimStart().split("\n");
			const details = { usage: result.usage, agent: result.agent, summary: summary.slice(0, maxSummaryChars) };
			return { text, isError: result.exitCode !== 0 || result.aborted, details };
		},
	});
}

function progressText({ lastIntent, currentTool, currentToolArgs, recentOutput, requests }: AgentProgress): string {
	const doing = currentTool === undefined ? [] : [`${currentTool}: ${currentToolArgs ?? ""}`];
	const intent = lastIntent === undefined ? [] : [lastIntent];
	return [...intent, ...doing, ...recentOutput.slice(-3), `${requests} requests so far`].join("\n");
}

function spawnNote(spawned: readonly QueuedTask[]): string[] {
	const [first] = spawned;
	if (!first) return [];
	const advice =
		"Results arrive by themselves. Go on with other work; wait with `job` only when nothing else is left, and do not do the same work yourself.";
	if (spawned.length === 1) return [`Spawned agent \`${first.subagent.id}\` (job \`${first.subagent.id}\`). ${advice}`];
	const types = [...new Set(spawned.map(({ cleared }) => cleared.agent.name))].join(", ");
	const rows = spawned.map(({ subagent: { id, agent, description } }) => `- \`${id}\` [${agent}] — ${description}`);
	return [[`Spawned ${spawned.length} background agents using ${types}. ${advice}`, ...rows].join("\n")];
}

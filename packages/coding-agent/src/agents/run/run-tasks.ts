import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import type {
	AgentProgress,
	SingleResult,
	TaskDetails,
	TaskItem,
	TaskRequest,
} from "@oh-my-pi/pi-tools/services/agent-service";
import { isolationSettings, taskSettings } from "../../settings/sections/task.ts";
import { isGitRepository } from "../../trust/project.ts";
import { findAgents } from "../definition/find-agents.ts";
import { sumUsage } from "../result/child-result.ts";
import { idleHint, resultBlock } from "../result/task-text.ts";
import { type ClearedItem, preflight } from "./check-item.ts";
import { labelOf, type Spawn, spawnChild } from "./start-child.ts";
import type { ParentSeat, TeamPort } from "./team-port.ts";

/** An item with its id, or why it cannot run. */
type Planned =
	| { readonly kind: "spawn"; readonly index: number; readonly id: string; readonly cleared: ClearedItem }
	| { readonly kind: "refused"; readonly index: number; readonly item: TaskItem; readonly reason: string };

/** Carries out a call of `task`: background items become jobs, the others run now, side by side. */
export async function runTasks(
	team: TeamPort,
	seat: ParentSeat,
	request: TaskRequest,
	call: ToolCallContext<TaskDetails>,
): Promise<ToolOutput<TaskDetails>> {
	const { host, settings } = team.workbench;
	const startedAt = host.now();
	const { agents, projectFolder } = await findAgents(team.workbench, seat.cwd());
	const planned = planItems(team, seat, request.tasks, agents);
	const isAsync = settings.get(asyncSettings.enabled);
	const spawns = planned.flatMap((one) => (one.kind === "spawn" ? [one] : []));
	const refused = planned.flatMap((one) => (one.kind === "refused" ? [one] : []));
	const detached = isAsync ? spawns.filter(({ cleared }) => !cleared.agent.blocking) : [];
	const inline = spawns.filter((one) => !detached.includes(one));
	team.expect(spawns.map(({ id }) => id));
	const siblingsOf = (own: string) =>
		spawns.filter(({ id }) => id !== own).map(({ id, cleared }) => `- ${id}: ${labelOf(cleared.item.task)}`);
	const base = (id: string) => ({
		seat,
		context: request.context,
		parentToolCallId: call.id,
		siblings: siblingsOf(id),
	});
	for (const one of detached) startJob(team, { ...base(one.id), ...one, isDetached: true, onProgress: () => {} });

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
		...(detached.length > 0 && { async: { state: "running", jobIds: detached.map(({ id }) => id), type: "task" } }),
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
			results.push(await inTurn(team, { ...base(one.id), ...one, isDetached: false, onProgress }, call.signal));
			show();
		}),
	);
	const blocks = [
		...refused.map(({ index, item, reason }) => `Task ${item.name ?? `#${index + 1}`} failed preflight: ${reason}`),
		...results.toSorted((a, b) => a.index - b.index).map(resultBlock),
		...spawnNote(detached),
	];
	const isError = refused.length === planned.length || undefined;
	return { content: blocks.join("\n\n"), details: details(), ...(isError && { isError }) };
}

/** Checks the items and gives each that may run its id. */
export function planItems(
	team: TeamPort,
	seat: ParentSeat,
	items: readonly TaskItem[],
	agents: Awaited<ReturnType<typeof findAgents>>["agents"],
): Planned[] {
	const { settings, host, gate } = team.workbench;
	const facts = {
		agents,
		spawns: seat.spawns,
		depth: seat.depth,
		maxDepth: settings.get(taskSettings.maxRecursionDepth),
		blocked: host.env.PI_BLOCKED_AGENT,
		disabled: settings.get(taskSettings.disabledAgents),
		isPlanning: seat.isPlanning(),
		options: { batch: true, effort: true, isolation: settings.get(isolationSettings.mode) !== "none" },
		isGitRepository: () => isGitRepository(gate.at(seat.cwd()).project.root),
		parentSchema: seat.schema,
	};
	return items.map((item, index): Planned => {
		const checked = preflight(item, facts);
		if ("refusal" in checked) return { kind: "refused", index, item, reason: checked.refusal };
		return { kind: "spawn", index, id: team.allocateId(seat, item.name), cleared: checked };
	});
}

/** Waits for a place among the agents of its parent. One that never starts is an aborted result. */
export async function inTurn(
	team: TeamPort,
	spawn: Spawn,
	signal: AbortSignal,
	onBegin = () => {},
): Promise<SingleResult> {
	let leave: (() => void) | undefined;
	try {
		leave = await team.slotsOf(spawn.seat.conversation.id).take(signal);
		onBegin();
		return await spawnChild(team, spawn, signal);
	} catch (error) {
		if (signal.aborted) return notRun(spawn, { aborted: true, abortReason: "Cancelled before it started" });
		const why = error instanceof Error ? error.message : String(error);
		return notRun(spawn, { aborted: false, error: `It could not be started: ${why}` });
	} finally {
		leave?.();
	}
}

const maxSummaryChars = 200;

function startJob(team: TeamPort, spawn: Spawn): void {
	const { workbench } = team;
	workbench.jobs.start({
		type: "task",
		id: spawn.id,
		label: labelOf(spawn.cleared.item.task),
		ownerId: spawn.seat.conversation.id,
		isQueued: true,
		async run({ signal, report, begin }) {
			const onProgress = (state: AgentProgress) => report(progressText(state));
			const result = await inTurn(team, { ...spawn, onProgress }, signal, begin);
			const text = `${resultBlock(result)}\n\n${idleHint(result, spawn.cleared)}`;
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

function spawnNote(spawned: ReadonlyArray<Extract<Planned, { kind: "spawn" }>>): string[] {
	const [first] = spawned;
	if (!first) return [];
	const advice =
		"Results arrive by themselves. Go on with other work; wait with `job` only when nothing else is left, and do not do the same work yourself.";
	if (spawned.length === 1) return [`Spawned agent \`${first.id}\` (job \`${first.id}\`). ${advice}`];
	const types = [...new Set(spawned.map(({ cleared }) => cleared.agent.name))].join(", ");
	const rows = spawned.map(({ id, cleared }) => `- \`${id}\` [${cleared.agent.name}] — ${labelOf(cleared.item.task)}`);
	return [[`Spawned ${spawned.length} background agents using ${types}. ${advice}`, ...rows].join("\n")];
}

function pendingProgress({ index, id, cleared }: Extract<Planned, { kind: "spawn" }>): AgentProgress {
	const { agent, item } = cleared;
	return {
		...itemFacts(index, id, cleared),
		agent: agent.name,
		agentSource: agent.source,
		status: "pending",
		task: item.task,
		recentTools: [],
		recentOutput: [],
		toolCount: 0,
		requests: 0,
		tokens: 0,
		cost: 0,
		durationMs: 0,
	};
}

function itemFacts(index: number, id: string, { item }: ClearedItem) {
	return { index, id, assignment: item.task, description: labelOf(item.task) };
}

function notRun(
	{ index, id, cleared }: Pick<Spawn, "index" | "id" | "cleared">,
	why: Pick<SingleResult, "aborted" | "abortReason" | "error">,
): SingleResult {
	return {
		...itemFacts(index, id, cleared),
		agent: cleared.agent.name,
		agentSource: cleared.agent.source,
		task: cleared.item.task,
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

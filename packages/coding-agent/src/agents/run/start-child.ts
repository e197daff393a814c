import { join } from "node:path";
import type { AgentProgress, SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import { prewalkHook } from "../../conversation/behaviors/prewalk.ts";
import { cheaperModel } from "../../models/cheaper-model.ts";
import { sessionRoles } from "../../models/session-roles.ts";
import { isolationSettings, taskSettings } from "../../settings/sections/task.ts";
import type { Settings } from "../../settings/settings.ts";
import { skillText } from "../../skills/invoke-skill.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { type AgentDefinition, isReadOnly, prewalkOf } from "../definition/agent-definition.ts";
import { ProgressTracker } from "../result/progress.ts";
import { ResultContract } from "../result/result-contract.ts";
import type { ClearedItem } from "./check-item.ts";
import { childLog, outputPathOf } from "./child-log.ts";
import { type ChildModel, childModel } from "./child-model.ts";
import { childPrompt } from "./child-prompt.ts";
import { acceptsTool } from "./child-tools.ts";
import type { IsolatedCopy } from "./isolated-copy.ts";
import type { Member } from "./member.ts";
import { openChild } from "./open-child.ts";
import { lastText, runChild } from "./run-child.ts";
import type { ParentSeat, TeamPort } from "./team-port.ts";

/** One sub-agent that is about to start. */
export interface Spawn {
	readonly index: number;
	readonly id: string;
	readonly cleared: ClearedItem;
	readonly context: string | undefined;
	readonly seat: ParentSeat;
	/** Others of the same call, one line each. */
	readonly siblings: readonly string[];
	readonly parentToolCallId: string;
	readonly isDetached: boolean;
	/** Instead of the one of its definition. */
	readonly model?: string;
	/** Disposed at the end instead of kept for messages. */
	readonly isTransient?: boolean;
	readonly onProgress: (progress: AgentProgress) => void;
}

/** Opens a sub-agent, runs it to its end, and leaves it idle, parked or aborted. */
export async function spawnChild(team: TeamPort, spawn: Spawn, signal: AbortSignal): Promise<SingleResult> {
	const { seat, cleared, id } = spawn;
	const { workbench } = team;
	const cwd = seat.cwd();
	const copy = cleared.isIsolated
		? await team.isolate({ cwd, id, mode: workbench.settings.get(isolationSettings.mode) })
		: undefined;
	const log = childLog(seat.conversation.log, id, copy?.path ?? cwd);
	const outputPath = log.file === undefined ? undefined : outputPathOf(log.file);
	const chosen = await modelFor(team, spawn);
	const contract: ResultContract = new ResultContract({
		schema: cleared.schema,
		mode: cleared.mode,
		lastText: () => lastText(opened.conversation),
		takesFindings: cleared.agent.tools?.includes("report_finding") ?? false,
	});
	const member: Member = {
		id,
		parentId: seat.conversation.id,
		top: team.topOf(seat.conversation),
		agent: cleared.agent.name,
		sessionFile: log.file,
		outputPath,
		status: "running",
		opened: undefined,
		output: undefined,
		progress: undefined,
		description: labelOf(cleared.item.task),
		lastActivityMs: workbench.host.now(),
		isIsolated: copy !== undefined,
		stop: undefined,
		parkTimer: undefined,
		reviving: undefined,
	};
	const tracker = trackerFor(team, spawn, member, chosen);
	const opened = await openNew(team, spawn, { log, contract, chosen, copy, cwd: copy?.path ?? cwd });
	member.opened = opened;
	const stopped = new AbortController();
	const interruption = new AbortController();
	member.stop = (reason, { stays = false } = {}) => (stays ? interruption : stopped).abort(reason);
	team.add(member);
	team.follow(member);
	const event = (status: string) => ({
		id,
		index: spawn.index,
		agent: cleared.agent.name,
		agentSource: cleared.agent.source,
		description: member.description,
		status,
		sessionFile: log.file,
		parentToolCallId: spawn.parentToolCallId,
		detached: spawn.isDetached,
	});
	team.emit("task:subagent:lifecycle", event("started"));
	const result = await runChild({
		opened,
		contract,
		schemaSource: cleared.schemaSource,
		tracker,
		assignment: cleared.item.task,
		signal: AbortSignal.any([signal, stopped.signal]),
		interruption: interruption.signal,
		outputPath,
		onOutput: (output) => {
			member.output = output;
		},
	});
	member.stop = undefined;
	const merged = copy ? { ...result, ...(await mergeCopy(copy, { id, outputPath }, result, workbench)) } : result;
	await leave(team, member, merged, spawn.isTransient ?? false);
	const ended = result.aborted ? "aborted" : result.exitCode === 0 ? "completed" : "failed";
	team.emit("task:subagent:lifecycle", event(ended));
	return merged;
}

/** A time limit or the caller ends an agent for good; one that gave up itself can still be asked. */
async function leave(team: TeamPort, member: Member, result: SingleResult, isTransient: boolean): Promise<void> {
	const gaveUp = result.extractedToolData?.yield !== undefined;
	if (result.aborted && !gaveUp) await team.close(member, "aborted");
	else if (member.isIsolated || (isTransient && member.sessionFile !== undefined)) await team.close(member, "parked");
	else team.settle(member);
}

function trackerFor(team: TeamPort, spawn: Spawn, member: Member, chosen: ChildModel): ProgressTracker {
	const { cleared, id, index } = spawn;
	const { agent, item } = cleared;
	const { modelOverride, modelRole, resolvedModel, resolvedModelIsFallback, model } = chosen;
	const facts = {
		index,
		id,
		agent: agent.name,
		agentSource: agent.source,
		task: item.task,
		assignment: item.task,
		description: member.description,
		...(modelOverride && { modelOverride }),
		...(modelRole !== undefined && { modelRole }),
		...(resolvedModel !== undefined && { resolvedModel }),
		resolvedModelIsFallback,
		...(model && { contextWindow: model.contextWindow }),
	};
	return new ProgressTracker(facts, team.workbench.host.now, (progress) => {
		member.progress = progress;
		member.lastActivityMs = team.workbench.host.now();
		spawn.onProgress(progress);
		const { task, assignment } = progress;
		team.emit("task:subagent:progress", { id, index, task, assignment, progress, sessionFile: member.sessionFile });
		team.changed();
	});
}

interface NewChild {
	readonly log: ReturnType<typeof childLog>;
	readonly contract: ResultContract;
	readonly chosen: ChildModel;
	readonly copy: IsolatedCopy | undefined;
	readonly cwd: string;
}

async function openNew(team: TeamPort, spawn: Spawn, child: NewChild): Promise<OpenedConversation> {
	const { cleared, id, seat, context } = spawn;
	const { agent, item, schema, mode } = cleared;
	const isPlanning = seat.isPlanning();
	const facts = {
		id,
		parent: seat.conversation.id,
		agent,
		context,
		schema,
		isPlanning,
		peers: peersOf(team, spawn),
		copy: child.copy,
	};
	let own = childPrompt({ ...facts, skills: [] });
	const spawns = isPlanning ? [] : agent.spawns;
	const opened = await openChild(team.workbench, {
		id,
		parent: seat.conversation,
		log: child.log,
		cwd: child.cwd,
		chosen: child.chosen,
		rewritePrompt: (blocks) => [...blocks, own],
		accepts: acceptsTool(agent, { isPlanning, hasLsp: team.workbench.settings.get(taskSettings.enableLsp) }),
		...(agent.tools && { namedTools: agent.tools }),
		...(child.cwd === seat.cwd() && { facts: seat.facts }),
		readSummarize: agent.readSummarize,
		service: (open) => ({
			...team.serviceFor({
				get conversation() {
					return open().conversation;
				},
				cwd: () => open().folder.path,
				isPlanning: () => isPlanning,
				facts: () => open().promptFacts(),
				files: seat.files,
				depth: seat.depth + 1,
				spawns,
				schema: schema && { schema, mode },
			}),
			result: child.contract,
		}),
	});
	const into = prewalkFor(agent, team.workbench.settings);
	if (into !== undefined) {
		opened.conversation.addHook((live) => prewalkHook(live, (current) => cheaperModel(into, team.workbench, current)));
	}
	if (agent.autoloadSkills) {
		own = childPrompt({ ...facts, skills: await skillTexts(opened, agent.autoloadSkills) });
		await opened.conversation.refresh();
	}
	child.log.append({
		type: "session_init",
		systemPrompt: opened.conversation.systemPrompt.join("\n\n"),
		task: item.task,
		tools: opened.conversation.tools.map(({ name }) => name),
		agent: agent.name,
		...(child.chosen.modelRole !== undefined && { modelRole: child.chosen.modelRole }),
		...(child.chosen.resolvedModel !== undefined && { resolvedModel: child.chosen.resolvedModel }),
		readOnly: isReadOnly(agent),
		spawns: spawns === "*" ? "*" : [...spawns],
		...(schema && { outputSchema: schema, outputSchemaMode: mode }),
		...(agent.readSummarize === false && { readSummarize: false }),
	});
	return opened;
}

/** The model or role that it continues with after its first edit: by the user's settings for it, by its definition, by the setting for all. */
function prewalkFor({ name, prewalk }: AgentDefinition, settings: Settings): string | undefined {
	const chosen =
		prewalkOf(settings.get(taskSettings.agentPrewalk)[name]) ?? prewalk ?? settings.get(taskSettings.prewalk);
	return chosen === true ? "smol" : chosen || undefined;
}

async function skillTexts(opened: OpenedConversation, names: readonly string[]): Promise<string[]> {
	const { skills = [] } = await opened.promptFacts();
	return names.flatMap((name) => skills.filter((skill) => skill.name === name).map(skillText));
}

const maxPeers = 20;

function peersOf(team: TeamPort, { seat, id, siblings }: Spawn): string[] {
	const rows = team.peers(team.topOf(seat.conversation)).filter((row) => row.id !== id && row.status !== "aborted");
	const known = rows.map((row) => {
		const about = team.find(row.id)?.description;
		return `- ${row.id}${row.kind === "main" ? " (the user's conversation)" : `: ${about ?? row.agent}`}`;
	});
	return [...new Set([...known, ...siblings])].slice(0, maxPeers);
}

function modelFor(team: TeamPort, { seat, cleared, model }: Spawn): Promise<ChildModel> {
	const { settings, registry } = team.workbench;
	return childModel(registry, {
		agent: cleared.agent,
		overrides: {
			...settings.get(taskSettings.agentModelOverrides),
			...(model !== undefined && { [cleared.agent.name]: model }),
		},
		parent: seat.conversation,
		roles: sessionRoles(settings),
		effort: settings.get(taskSettings.enableEffort) ? cleared.item.effort : undefined,
		maxEffort: settings.get(taskSettings.maxEffort),
	});
}

/** What changed in the copy, merged where that is wanted; the copy is gone afterwards. */
async function mergeCopy(
	copy: IsolatedCopy,
	{ id, outputPath }: { readonly id: string; readonly outputPath: string | undefined },
	result: SingleResult,
	{ settings }: TeamPort["workbench"],
): Promise<Partial<SingleResult>> {
	try {
		const patchPath = outputPath === undefined ? undefined : join(outputPath, "..", `${id}.patch`);
		const changes = await copy.result({ id, ...(patchPath !== undefined && { patchPath }) });
		const note = copy.note === undefined ? {} : { mergeNote: copy.note };
		if (!changes.hasChanges) return note;
		const made = { ...note, ...(changes.patchPath !== undefined && { patchPath: changes.patchPath }) };
		const isWanted = settings.get(isolationSettings.apply) && !result.aborted && result.exitCode === 0;
		if (!isWanted) return { ...made, mergeState: "kept" };
		const { isMerged, problem, files, branchName = changes.branchName } = await copy.merge();
		const branch = branchName === undefined ? {} : { branchName };
		if (isMerged) return { ...made, ...branch, mergeState: "merged", ...(files && { mergedFiles: files }) };
		return { ...made, ...branch, mergeState: "failed", ...(problem !== undefined && { mergeNote: problem }) };
	} catch (error) {
		return { mergeState: "failed", mergeNote: error instanceof Error ? error.message : String(error) };
	} finally {
		await copy.discard();
	}
}

const maxLabelChars = 60;

/** The first line of a task. */
export function labelOf(task: string): string {
	const [line = ""] = task.trim().split("\n");
	return line.length > maxLabelChars ? `${line.slice(0, maxLabelChars - 1)}…` : line;
}

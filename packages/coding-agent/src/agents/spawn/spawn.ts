import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AgentProgress, AgentService, SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { sessionRoles } from "../../models/session-roles.ts";
import { isolationSettings, taskSettings } from "../../settings/sections/agent/task.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import type { Isolate, IsolatedCopy } from "../isolation/isolated-copy.ts";
import { handsIn } from "../result/handed-in.ts";
import { lastText } from "../result/last-text.ts";
import { ProgressTracker } from "../result/progress.ts";
import { ResultContract } from "../result/result-contract.ts";
import type { SpawnContext } from "../subagent/spawn-context.ts";
import type { Subagent } from "../subagent/subagent.ts";
import { createSubagentLog } from "../subagent/subagent-log.ts";
import type { ClearedItem } from "./check-task.ts";
import { mergeCopy } from "./merge-copy.ts";
import { openNewConversation } from "./new-conversation.ts";
import { notStarted } from "./not-started.ts";
import { chooseSubagentModel, type SubagentModel } from "./subagent-model.ts";
import { superviseTask } from "./supervise.ts";

/** One sub-agent that is to start, and for whom. */
export interface SpawnRequest {
	/** Queued by the registry. */
	readonly subagent: Subagent;
	/** Its place among the tasks of the call. */
	readonly index: number;
	readonly cleared: ClearedItem;
	readonly parent: SpawnContext;
	/** What its parent tells all agents of the call. */
	readonly background?: string | undefined;
	/** Others of the same call, one line each. */
	readonly siblings?: readonly string[];
	readonly parentToolCallId?: string;
	readonly isDetached?: boolean;
	/** Instead of the one of its definition. */
	readonly model?: string | undefined;
	/** Disposed at the end instead of kept for messages. */
	readonly isTransient?: boolean;
	/** It has a slot. */
	readonly onBegin?: () => void;
	readonly onProgress?: (progress: AgentProgress) => void;
}

export interface SpawnPorts {
	readonly workbench: Workbench;
	/** Makes copies of the project. */
	readonly isolate: Isolate;
	/** The tools of a sub-agent, for those below it and beside it. */
	readonly serviceFor: (context: SpawnContext) => AgentService;
	/** Waits for a place among the agents of a parent; gives the function that leaves it. */
	readonly takeSlot: (parentId: string, signal: AbortSignal) => Promise<() => void>;
	/** Other agents of its session, one line each. */
	readonly describePeers: (subagent: Subagent) => readonly string[];
	/** Its conversation is open; false when its session has ended meanwhile. */
	readonly start: (subagent: Subagent, opened: OpenedConversation) => boolean;
	/** Its task is over, or never began; resolves when what has to be closed is closed. */
	readonly settle: (subagent: Subagent, event: "finish" | "release" | "abort" | "cancel") => Promise<void>;
	readonly emit: (channel: string, data: Readonly<Record<string, unknown>>) => void;
	readonly onChange: () => void;
}

/** Starts a sub-agent in its turn, lets it do its task, and leaves it idle, parked or aborted. One that never starts is a failed result. */
export async function spawn(request: SpawnRequest, ports: SpawnPorts, signal: AbortSignal): Promise<SingleResult> {
	const { subagent, parent } = request;
	let leaveSlot: (() => void) | undefined;
	try {
		leaveSlot = await ports.takeSlot(parent.conversation.id, signal);
		request.onBegin?.();
		return await doTask(request, ports, signal);
	} catch (error) {
		const settled = ports.settle(subagent, subagent.state === "queued" ? "cancel" : "abort");
		await ignoreFailure(settled, "the failure that comes first is the one to report");
		if (signal.aborted) return notStarted(request, { aborted: true, abortReason: "Cancelled before it started" });
		const why = errorMessage(error);
		return notStarted(request, { aborted: false, error: `It could not be started: ${why}` });
	} finally {
		leaveSlot?.();
	}
}

async function doTask(request: SpawnRequest, ports: SpawnPorts, signal: AbortSignal): Promise<SingleResult> {
	const { subagent, cleared, parent } = request;
	const { id } = subagent;
	const { settings } = ports.workbench;
	const cwd = parent.cwd();
	const copy = cleared.isIsolated
		? await ports.isolate({ cwd, id, mode: settings.get(isolationSettings.mode) })
		: undefined;
	try {
		const { opened, contract, tracker } = await open(request, ports, { copy, cwd: copy?.path ?? cwd });
		const stopped = new AbortController();
		const interruption = new AbortController();
		subagent.stop = (reason, { stays = false } = {}) => (stays ? interruption : stopped).abort(reason);
		if (!ports.start(subagent, opened)) throw new Error("The session has ended");
		announce(request, ports, "started");
		const result = await superviseTask({
			opened,
			contract,
			schemaSource: cleared.schemaSource,
			tracker,
			assignment: cleared.item.task,
			signal: AbortSignal.any([signal, stopped.signal]),
			interruption: interruption.signal,
			outputPath: subagent.outputPath,
			onOutput: (output) => {
				subagent.output = output;
			},
		});
		delete subagent.stop;
		const merged = copy ? { ...result, ...(await mergeCopy(copy, subagent, result, settings)) } : result;
		await ports.settle(subagent, describeEnd(request, result, tracker));
		announce(request, ports, result.aborted ? "aborted" : result.exitCode === 0 ? "completed" : "failed");
		return merged;
	} catch (error) {
		if (copy) await ignoreFailure(copy.discard(), "the next start removes it");
		throw error;
	}
}

/** A time limit or the caller ends an agent for good; one that gave up itself can still be asked. */
function describeEnd(
	{ subagent, isTransient }: SpawnRequest,
	{ aborted }: SingleResult,
	{ hasHandedIn }: ProgressTracker,
): "finish" | "release" | "abort" {
	if (aborted && !hasHandedIn) return "abort";
	return subagent.isIsolated || (isTransient && subagent.sessionFile !== undefined) ? "release" : "finish";
}

async function open(
	request: SpawnRequest,
	ports: SpawnPorts,
	{ copy, cwd }: { readonly copy: IsolatedCopy | undefined; readonly cwd: string },
) {
	const { subagent, cleared, parent, background, siblings = [], model: wanted } = request;
	const { workbench } = ports;
	const { settings, registry } = workbench;
	const log = createSubagentLog(parent.conversation.log, subagent.id, cwd);
	if (log.file !== undefined) subagent.sessionFile = log.file;
	const model = await chooseSubagentModel(registry, {
		agent: cleared.agent,
		overrides: {
			...settings.get(taskSettings.agentModelOverrides),
			...(wanted !== undefined && { [cleared.agent.name]: wanted }),
		},
		parent: parent.conversation,
		roles: sessionRoles(settings),
		effort: settings.get(taskSettings.enableEffort) ? cleared.item.effort : undefined,
		maxEffort: settings.get(taskSettings.maxEffort),
	});
	const tracker = trackProgress(request, ports, model, (name) => handsIn(opened.conversation.tools, name));
	const contract: ResultContract = new ResultContract({
		schema: cleared.schema,
		mode: cleared.mode,
		lastText: () => lastText(opened.conversation),
		takesFindings: cleared.agent.tools?.includes("report_finding") ?? false,
	});
	const opened = await openNewConversation(workbench, {
		id: subagent.id,
		parent,
		cleared,
		background,
		peers: [...new Set([...ports.describePeers(subagent), ...siblings])].slice(0, maxPeers),
		log,
		cwd,
		copy,
		model,
		contract,
		serviceFor: ports.serviceFor,
	});
	return { opened, contract, tracker };
}

const maxPeers = 20;

function announce(request: SpawnRequest, { emit }: SpawnPorts, status: string): void {
	const { subagent, index, cleared, parentToolCallId = "", isDetached = false } = request;
	emit("task:subagent:lifecycle", {
		id: subagent.id,
		index,
		agent: cleared.agent.name,
		agentSource: cleared.agent.source,
		description: subagent.description,
		status,
		sessionFile: subagent.sessionFile,
		parentToolCallId,
		detached: isDetached,
	});
}

function trackProgress(
	request: SpawnRequest,
	ports: SpawnPorts,
	chosen: SubagentModel,
	handsInOf: (toolName: string) => ToolTraits["handsIn"],
): ProgressTracker {
	const { subagent, cleared, index, onProgress } = request;
	const { agent, item } = cleared;
	const { modelOverride, modelRole, resolvedModel, resolvedModelIsFallback, model } = chosen;
	const { now } = ports.workbench.host;
	const facts = {
		index,
		id: subagent.id,
		agent: agent.name,
		agentSource: agent.source,
		task: item.task,
		assignment: item.task,
		description: subagent.description,
		...(modelOverride && { modelOverride }),
		...(modelRole !== undefined && { modelRole }),
		...(resolvedModel !== undefined && { resolvedModel }),
		resolvedModelIsFallback,
		...(model && { contextWindow: model.contextWindow }),
	};
	return new ProgressTracker(
		facts,
		now,
		(progress) => {
			subagent.progress = progress;
			subagent.lastActivityMs = now();
			onProgress?.(progress);
			const { id, sessionFile } = subagent;
			ports.emit("task:subagent:progress", {
				id,
				index,
				task: item.task,
				assignment: item.task,
				progress,
				sessionFile,
			});
			ports.onChange();
		},
		handsInOf,
	);
}

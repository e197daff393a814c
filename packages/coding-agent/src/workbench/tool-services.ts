import { findTool } from "@oh-my-pi/pi-agent-core/tools/find-tool";
import { contentBlocks } from "@oh-my-pi/pi-agent-core/tools/tool";
import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { ConflictIndex } from "@oh-my-pi/pi-tools/conflicts/conflict-index";
import type { ToolAnswer } from "@oh-my-pi/pi-tools/eval/host-bridge";
import { localFinder } from "@oh-my-pi/pi-tools/find/file-finder";
import type { ChangeJournal } from "@oh-my-pi/pi-tools/mutate/change-journal";
import { outputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import type { ToolServices } from "@oh-my-pi/pi-tools/services";
import type { SnapshotStore } from "@oh-my-pi/pi-tools/snapshots/snapshot-store";
import { urlRouter } from "@oh-my-pi/pi-tools/urls/url-router";
import { openCheckpoint } from "../conversation/checkpoint/open-checkpoint.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { GoalMode } from "../conversation/goal/goal-mode.ts";
import type { WorkingFolder } from "../conversation/operations/move-session.ts";
import type { PlanMode } from "../conversation/plan/plan-mode.ts";
import type { PromptSource } from "../conversation/prompt/prompt-source.ts";
import { isResultAbove } from "../conversation/queries/result-above.ts";
import type { AgentFile } from "../discovery/capabilities/agents.ts";
import { resolveDirectories } from "../process/directories.ts";
import { isGitCommandUntrusted, isGitUntrusted } from "../trust/git/git-trust.ts";
import type { AgentParent, AgentSeat } from "./agent-host.ts";
import { imageService, visionService } from "./image-service.ts";
import { keyService } from "./key-service.ts";
import { localFolder } from "./own-url-schemes.ts";
import type { PendingPreviews } from "./pending-previews.ts";
import type { UrlSchemes } from "./url-schemes.ts";
import { localWorkTree } from "./work-tree.ts";
import type { Workbench } from "./workbench.ts";

export interface ToolServiceParts {
	readonly workbench: Workbench;
	readonly conversation: Conversation;
	readonly folder: WorkingFolder;
	readonly snapshots: SnapshotStore;
	readonly journal: ChangeJournal;
	readonly previews: PendingPreviews;
	readonly urls: UrlSchemes;
	readonly plan: PlanMode;
	readonly goal: GoalMode;
	readonly prompt: Pick<PromptSource, "facts">;
	/** The conversation of the user's that this one belongs to; often itself. */
	readonly top: Conversation;
	readonly seat?: AgentSeat;
	readonly agentFiles: () => readonly AgentFile[];
}

/** The services of a conversation's tools, except for the edit mode of the current model. */
export function toolServices(parts: ToolServiceParts): Omit<ToolServices, "editing"> {
	const { workbench, conversation, folder, snapshots, journal, previews, urls, plan, goal, top, seat } = parts;
	const { host, commandEnv: env, frontEnd } = workbench;
	const settings = seat?.settings ?? workbench.settings;
	const agents = seat ? seat.service : workbench.agents?.serviceFor(agentParent(parts));
	return {
		settings,
		workspace: {
			cwd: () => folder.path,
			home: host.home,
			agentDir: workbench.agentDir,
			env,
			now: host.now,
			isGitUntrusted: (cwd = folder.path) => isGitCommandUntrusted(workbench.gate.at(cwd), env),
			workTree: localWorkTree((cwd) => isGitUntrusted(workbench.gate.at(cwd), env), env),
		},
		files: {
			snapshots,
			journal,
			editor: () => frontEnd.files,
			isTreeReadOnly: () => plan.isActive,
			localRoot: () => localFolder(top.log),
		},
		searching: {
			finder: localFinder(),
			ripgrep: localRipgrep({ searchPath: env.PATH, cacheFolder: resolveDirectories(host).cache }),
		},
		output: {
			limits: outputLimits(settings),
			artifacts: {
				allocate: (toolName) => top.log.artifacts.allocate(toolName),
				save: (toolName, content) => top.log.artifacts.save(toolName, content),
			},
		},
		urls: urlRouter(() => urls.all()),
		web: workbench.webOf(top.id),
		conflicts: new ConflictIndex(),
		images: imageService(settings, conversation),
		vision: visionService({ workbench, conversation, top }),
		shell: {
			shell: workbench.shellOf(conversation.id),
			console: () => frontEnd.console,
			terminal: () => frontEnd.terminal,
			sessionRules: () => workbench.approvals.sessionPermissions.rules,
		},
		keys: keyService({
			host,
			registry: workbench.registry,
			currentProvider: () => conversation.model?.provider,
			otherKeys: workbench.serverKeys,
			isCapped: () => workbench.budget.caps !== undefined,
		}),
		jobs: {
			board: workbench.jobs,
			ownerId: conversation.id,
			interruption: (signal) =>
				Promise.race([
					conversation.whenSteered(signal),
					...(agents?.messages ? [agents.messages.arrival(signal)] : []),
				]),
		},
		processes: workbench.processes,
		browsers: workbench.browsers,
		kernels: {
			runtimes: workbench.kernels,
			sessionId: () => conversation.log.id,
			host: {
				budget: () => workbench.budget.tokensOf(conversation.id),
				complete: async (request, { signal }) => {
					const { completionForCell } = await import("./cell-completion.ts");
					return completionForCell(
						{ conversation, host, settings: workbench.settings, registry: workbench.registry },
						request,
						signal,
					);
				},
				callTool: (name, args, { signal, first }) =>
					callFromCell(
						{ conversation, newId: host.newId },
						name,
						first === undefined ? args : { [firstParameter(conversation, name)]: first, ...args },
						signal,
					),
				...(agents?.spawning && {
					runAgent: async (request, { signal }) =>
						(await import("./cell-agents.ts")).agentForCell(agents.spawning, request, signal),
				}),
				...(workbench.agents && {
					readOutputs: async (request) => {
						const read = (id: string) => workbench.agents?.output(top, id) ?? Promise.resolve(undefined);
						return (await import("./cell-agents.ts")).outputsForCell(read, request);
					},
				}),
			},
		},
		pending: previews.queue,
		questions: questionService({ frontEnd, plan, stopRun: () => void conversation.submit({ type: "abort" }) }),
		todos: {
			get list() {
				return conversation.todos.phases;
			},
			get storage() {
				return conversation.log.file === undefined ? "memory" : "session";
			},
			set: (list) =>
				conversation.todos.hold(list.map((phase) => ({ ...phase, tasks: phase.tasks.map((task) => ({ ...task })) }))),
		},
		goals: goal,
		checkpoints: {
			open: () => openCheckpoint(conversation.log.path()),
			now: host.now,
			isWithheld: (toolName) => seat !== undefined && !seat.accepts({ name: toolName }),
		},
		...(agents && { agents }),
		github: workbench.github,
		ssh: workbench.ssh.serviceFor(top.id),
		isOffered: (toolName) => conversation.tools.some(({ name }) => name === toolName),
		isResultAbove: (callId, text) => isResultAbove(conversation.messages, callId, text),
	};
}

function agentParent({ conversation, folder, plan, prompt, agentFiles }: ToolServiceParts): AgentParent {
	return {
		conversation,
		cwd: () => folder.path,
		isPlanning: () => plan.isActive,
		facts: () => prompt.facts(),
		files: agentFiles,
	};
}

function firstParameter({ tools }: Pick<Conversation, "tools">, name: string): string {
	const parameters = findTool(name, tools)?.parameters;
	const required = (parameters?.required ?? []) as readonly string[];
	return required[0] ?? Object.keys((parameters?.properties ?? {}) as object)[0] ?? "input";
}

/** A call that a cell makes; one that fails is an exception there. */
async function callFromCell(
	{ conversation, newId }: { readonly conversation: Pick<Conversation, "callTool">; readonly newId: () => string },
	name: string,
	args: Readonly<Record<string, unknown>>,
	signal: AbortSignal,
): Promise<ToolAnswer> {
	const call = { type: "toolCall" as const, id: newId(), name, arguments: { ...args } };
	const output = await conversation.callTool(call, { signal });
	const blocks = contentBlocks(output.content);
	const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
	if (output.isError) throw new Error(text);
	const images = blocks.flatMap((block) =>
		block.type === "image" ? [{ data: block.data, mimeType: block.mimeType }] : [],
	);
	return {
		text: await withoutFenceIfJson(text),
		...(output.details !== undefined && { details: output.details }),
		...(images.length > 0 && { images }),
	};
}

/** Code wants the values; text in words keeps the mark of where it is from, as the cell may print it. */
async function withoutFenceIfJson(text: string): Promise<string> {
	if (!text.startsWith("<outside-content-")) return text;
	const { unfenced } = await import("@oh-my-pi/pi-tools/output/outside-content");
	const bare = unfenced(text).trimEnd();
	try {
		JSON.parse(bare);
		return bare;
	} catch {
		return text;
	}
}

export function questionService(ports: {
	readonly frontEnd: Pick<Workbench["frontEnd"], "ask">;
	readonly plan: Pick<PlanMode, "isActive">;
	readonly stopRun: () => void;
}): ToolServices["questions"] {
	return {
		port: () => ports.frontEnd.ask,
		// In plan mode questions have no timeout, because the plan depends on the user's answers.
		mustWait: () => ports.plan.isActive,
		stopRun: ports.stopRun,
	};
}

import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import type { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import { ConflictIndex } from "@oh-my-pi/pi-tools/files/conflicts/conflict-index";
import type { ChangeJournal } from "@oh-my-pi/pi-tools/files/mutate/change-journal";
import { localFinder } from "@oh-my-pi/pi-tools/files/open/file-finder";
import type { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import { outputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import { urlRouter } from "@oh-my-pi/pi-tools/urls/url-router";
import { openCheckpoint } from "../../conversation/checkpoint/open-checkpoint.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import type { PromptSource } from "../../conversation/prompt/prompt-source.ts";
import { isResultAbove } from "../../conversation/queries/result-above.ts";
import type { AgentFile } from "../../discovery/capabilities/agents.ts";
import { resolveDirectories } from "../../process/directories.ts";
import type { AgentParent, SpawnLimits, SubagentContext } from "../contract/agent-host.ts";
import type { Joined } from "../features.ts";
import type { PendingPreviews } from "../hooks/pending-previews.ts";
import { localFolder } from "../urls/built-in-url-schemes.ts";
import type { UrlSchemes } from "../urls/url-schemes.ts";
import type { Workbench } from "../workbench.ts";
import { imageService, visionService } from "./image-service.ts";
import { keyService } from "./key-service.ts";
import { workspaceService } from "./workspace-service.ts";

export interface ToolServiceParts {
	readonly workbench: Workbench;
	readonly conversation: Conversation;
	readonly folder: WorkingFolder;
	readonly shell: PersistentShell;
	readonly snapshots: SnapshotStore;
	readonly journal: ChangeJournal;
	readonly previews: PendingPreviews;
	readonly urls: UrlSchemes;
	readonly prompt: Pick<PromptSource, "facts">;
	/** The conversation of the user's that this one belongs to; often itself. */
	readonly top: Conversation;
	readonly subagent?: SubagentContext;
	readonly spawning?: SpawnLimits;
	readonly agentFiles: () => readonly AgentFile[];
	/** What features add. */
	readonly joined: Joined;
}

/** The services of a conversation's tools, except for the edit mode of the current model. */
export function toolServices(parts: ToolServiceParts): Omit<ToolServices, "editing"> {
	const { workbench, conversation, folder, snapshots, journal, previews, urls, joined, top, subagent } = parts;
	const { host, frontEnd } = workbench;
	const env = workbench.env.command;
	const settings = subagent?.settings ?? workbench.settings;
	const agents = subagent ? subagent.service : workbench.features.agents?.serviceFor(agentParent(parts));
	const shared = {
		settings,
		workspace: workspaceService(workbench, folder),
		files: {
			snapshots,
			journal,
			editor: () => frontEnd.files,
			isTreeReadOnly: () => joined.isTreeReadOnly(),
			localRoot: () => localFolder(top.log),
			...(joined.changeRecorder && { recorder: joined.changeRecorder }),
			...(joined.writeThrough && { writeThrough: joined.writeThrough }),
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
		conflicts: new ConflictIndex(),
		images: imageService(settings, conversation),
		vision: visionService({ workbench, conversation, top }),
		shell: {
			shell: parts.shell,
			console: () => frontEnd.console,
			terminal: () => frontEnd.terminal,
			sessionRules: () => workbench.approvals.sessionPermissions.rules,
		},
		keys: keyService({
			host,
			registry: workbench.registry,
			currentProvider: () => conversation.model?.provider,
			otherKey: (variable) => joined.key(variable),
			isCapped: () => workbench.budget.caps !== undefined,
		}),
		jobs: {
			board: workbench.jobs,
			ownerId: conversation.id,
			interruption: (signal) =>
				Promise.race([
					conversation.queue.whenSteered(signal),
					...(agents?.messages ? [agents.messages.arrival(signal)] : []),
				]),
		},
		pending: previews.queue,
		questions: questionService({
			frontEnd,
			mustWait: () => joined.mustWaitForAnswers(),
			stopRun: () => void conversation.submit({ type: "abort" }),
		}),
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
		checkpoints: {
			open: () => openCheckpoint(conversation.log.path()),
			now: host.now,
			isWithheld: (toolName) => subagent !== undefined && !subagent.accepts({ name: toolName }),
		},
		...(agents && { agents }),
		isOffered: (toolName) => conversation.tools.some(({ name }) => name === toolName),
		isResultAbove: (callId, text) => isResultAbove(conversation.messages, callId, text),
	} satisfies Partial<ToolServices>;
	return withRequired({ ...shared, ...joined.services });
}

/** Services that tools rely on and a feature provides. */
const required = ["web", "kernels"] as const;

function withRequired(services: Services): Omit<ToolServices, "editing"> {
	for (const name of required) if (!services[name]) throw new Error(`No feature provides the service "${name}"`);
	return services as Omit<ToolServices, "editing">;
}

type Services = Omit<ToolServices, "editing" | (typeof required)[number]> & Partial<ToolServices>;

function agentParent({ conversation, folder, joined, prompt, agentFiles, spawning }: ToolServiceParts): AgentParent {
	return {
		...spawning,
		conversation,
		cwd: () => folder.path,
		isTreeReadOnly: () => joined.isTreeReadOnly(),
		facts: () => prompt.facts(),
		files: agentFiles,
	};
}

export function questionService(ports: {
	readonly frontEnd: Pick<Workbench["frontEnd"], "ask">;
	/** Whether questions have no timeout. */
	readonly mustWait: () => boolean;
	readonly stopRun: () => void;
}): ToolServices["questions"] {
	return {
		port: () => ports.frontEnd.ask,
		mustWait: ports.mustWait,
		stopRun: ports.stopRun,
	};
}

import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { taggedTexts } from "@oh-my-pi/pi-tools/edit/edit";
import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../conversation/conversation.ts";
import type { PlanMode } from "../conversation/plan/plan-mode.ts";
import type { WorkingFolder } from "../conversation/session/move-session.ts";
import type { UserShell } from "../conversation/shell/user-shell.ts";
import { FileCommands } from "../file-commands/file-commands.ts";
import type { Settings } from "../settings/settings.ts";
import type { FrontEnd } from "./front-end.ts";
import { mainAgent } from "./main-agent.ts";
import { type ConversationParts, makeConversation } from "./make-conversation.ts";
import type { ProblemRelay } from "./problem-relay.ts";
import { type SessionLinks, sessionLinks } from "./session-links.ts";
import { tidyMemory } from "./tidy-memory.ts";
import type { UrlSchemes } from "./url-schemes.ts";
import { userShell } from "./user-shell.ts";

/** Everything a mode works with. */
export interface Session {
	readonly host: Host;
	readonly conversation: Conversation;
	readonly registry: ModelRegistry;
	readonly settings: Settings;
	readonly agentDir: string;
	/** The log of the conversation as it is now. */
	readonly log: SessionLog;
	/** Where tools and commands work. */
	readonly folder: WorkingFolder;
	/** What a tag of an edit stands for. */
	readonly taggedText: (path: string, tag: string) => string | undefined;
	/** Runs what the user wants run. */
	readonly shell: UserShell;
	/** Work in the background, oldest first. */
	readonly jobs: () => readonly Job[];
	/** Addresses that tools can read, beyond files. */
	readonly urlSchemes: UrlSchemes;
	/** Prompts that are called by name. */
	readonly fileCommands: FileCommands;
	/** Whether the session only plans. */
	readonly plan: PlanMode;
	/** What the session works towards by itself. */
	readonly goal: SessionLinks["goal"];
	/** Where a mode says whether goals go on by themselves. */
	readonly continuing: SessionLinks["continuing"];
	/** Where tools come from; a mode, a server or an extension adds its own here. */
	readonly toolSources: ToolSources;
	/** Where a mode says how it asks the user. */
	readonly frontEnd: FrontEnd;
	/** What went less than well while starting, in words for the user. */
	readonly notices: readonly string[];
}

/** What a session is made of, wherever it was found. */
export interface SessionParts extends ConversationParts {
	readonly agentDir: string;
	/** Made here where no tool needs them before. */
	readonly links?: SessionLinks;
	readonly problems?: ProblemRelay;
	readonly notices?: readonly string[];
}

export function composeSession(parts: SessionParts): Session {
	const { host, agentDir, settings, registry, log, folder, links = sessionLinks(host) } = parts;
	const conversation = makeConversation(parts, links);
	tidyMemory(conversation);
	const shell = userShell({ host, settings, registry, folder, links, conversation });
	const problems = [...registry.problems, ...settings.problems, ...log.problems.map(({ message }) => message)];
	parts.problems?.connect(({ message }) => conversation.notify("warning", message, "session"));
	return {
		host,
		conversation,
		registry,
		settings,
		agentDir,
		get log() {
			return conversation.log;
		},
		folder,
		taggedText: taggedTexts({ cwd: () => folder.path, home: host.home, snapshots: links.snapshots }),
		shell,
		jobs: () => links.jobs.board?.list(mainAgent) ?? [],
		urlSchemes: links.urls,
		fileCommands: new FileCommands({
			folder: () => folder.path,
			load: async (cwd) => {
				const { loadFileCommands } = await import("../file-commands/load-file-commands.ts");
				return loadFileCommands(cwd, { host, agentDir, settings });
			},
			warn: (message) => conversation.notify("warning", message),
		}),
		plan: links.plan,
		goal: links.goal,
		continuing: links.continuing,
		toolSources: parts.tools,
		frontEnd: links.frontEnd,
		// More may come until somebody looks.
		get notices() {
			return [...problems, ...(parts.notices ?? [])];
		},
	};
}

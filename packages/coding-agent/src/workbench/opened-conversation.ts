import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import type { ChangeJournal } from "@oh-my-pi/pi-tools/mutate/change-journal";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../conversation/conversation.ts";
import type { GoalMode } from "../conversation/goal/goal-mode.ts";
import type { WorkingFolder } from "../conversation/operations/move-session.ts";
import type { PlanMode } from "../conversation/plan/plan-mode.ts";
import type { UserShell } from "../conversation/shell/user-shell.ts";
import type { FileCommands } from "../file-commands/file-commands.ts";
import type { Settings } from "../settings/settings.ts";
import type { FrontEnd } from "./front-end.ts";
import type { UrlSchemes } from "./url-schemes.ts";
import type { Workbench } from "./workbench.ts";

/** A conversation with everything a mode or command needs around it. */
export interface OpenedConversation {
	/** What it shares with other conversations. */
	readonly workbench: Workbench;
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
	readonly goal: GoalMode;
	/** Where a mode says whether goals go on by themselves. */
	readonly continuing: { goals: () => boolean };
	/** Where its tools come from; sources may come and go. */
	readonly toolSources: ToolSources;
	/** Before and after of every change that its tools make to files. */
	readonly journal: ChangeJournal;
	/** Where a mode says how it asks the user. */
	readonly frontEnd: FrontEnd;
	/** What went less than well while starting, in words for the user. */
	readonly notices: readonly string[];
}

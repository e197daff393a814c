import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { ChangeJournal } from "@oh-my-pi/pi-tools/files/mutate/change-journal";
import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import type { PendingActions } from "@oh-my-pi/pi-tools/services/pending-actions";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import type { WorkingFolder } from "../conversation/operations/move-session.ts";
import type { SessionFacts } from "../conversation/prompt/prompt-source.ts";
import type { UserShell } from "../conversation/shell/user-shell.ts";
import type { FileCommands } from "../file-commands/file-commands.ts";
import type { Settings } from "../settings/settings.ts";
import type { TrustGate } from "../trust/trust-gate.ts";
import type { FrontEnd } from "./contract/front-end.ts";
import type { UrlSchemes } from "./urls/url-schemes.ts";
import type { Workbench } from "./workbench.ts";

/** A conversation with everything a mode or command needs around it. */
export interface OpenedConversation {
	/** Shared with other conversations. */
	readonly workbench: Workbench;
	readonly host: Host;
	readonly conversation: Conversation;
	readonly registry: ModelRegistry;
	readonly settings: Settings;
	readonly agentDir: string;
	/** The conversation's current log. */
	readonly log: SessionLog;
	/** The working directory of tools and commands. */
	readonly folder: WorkingFolder;
	/** The snapshot that an edit's tag refers to. */
	readonly taggedText: (path: string, tag: string) => string | undefined;
	/** Executes user runs. */
	readonly shell: UserShell;
	/** Background jobs, oldest first. */
	readonly jobs: () => readonly Job[];
	/** Internal URLs that tools can read. */
	readonly urlSchemes: UrlSchemes;
	/** Changes that were shown and wait for `resolve`. */
	readonly pendingActions: PendingActions;
	/** Slash commands from files. */
	readonly fileCommands: FileCommands;
	/** Sources of tools; may change at run time. */
	readonly toolSources: ToolSources;
	/** Content before and after every change that tools make to files. */
	readonly journal: ChangeJournal;
	/** A mode connects here. */
	readonly frontEnd: FrontEnd;
	/** What of the project is trusted. */
	readonly trust: TrustGate;
	/** What project and user tell the model: context files, rules, skills. */
	readonly promptFacts: () => Promise<SessionFacts>;
	/** Reads the files of the system prompt again. */
	readonly refreshPrompt: () => Promise<void>;
	/** Problems during startup, for the user. */
	readonly notices: readonly string[];
}

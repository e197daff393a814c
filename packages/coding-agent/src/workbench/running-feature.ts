import type { ToolSource } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { ChangeRecorder } from "@oh-my-pi/pi-tools/files/mutate/change-recorder";
import type { WriteThrough } from "@oh-my-pi/pi-tools/files/mutate/write-through";
import type { MemoryService } from "@oh-my-pi/pi-tools/services/memory-service";
import type { PendingAction } from "@oh-my-pi/pi-tools/services/pending-actions";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import type { HookFactory } from "../conversation/kernel/conversation-options.ts";
import type { WorkingFolder } from "../conversation/operations/move-session.ts";
import type { PromptSource } from "../conversation/prompt/prompt-source.ts";
import type { LoadContext } from "../discovery/contract/capability.ts";
import type { CapabilityRegistry } from "../discovery/contract/capability-registry.ts";
import type { ServerPrompts } from "../file-commands/file-commands.ts";
import type { AgentHost, SubagentContext } from "./contract/agent-host.ts";
import type { BoxHost } from "./contract/box-host.ts";
import type { ExtensionHost, ExtensionResources } from "./contract/extension-host.ts";
import type { OpenedConversation } from "./opened-conversation.ts";
import type { ServerHost } from "./server-host.ts";
import type { ScreenAccess, ShownMode, WelcomeSection, WorkMode } from "./work-mode.ts";

/** A feature at work. One per session that the user opened; its sub-agents share it. */
export interface RunningFeature extends Partial<AsyncDisposable> {
	/** What a conversation gets; called for each one, also for those of sub-agents, before its first request. */
	join?(context: ConversationContext): Contribution;
	/** Reads the feature's files of a folder, together with those of the prompt; gives warnings about them. */
	readFolder?(folder: FolderToRead): Promise<readonly string[]>;
	/** Extensions, where this feature runs them. */
	readonly extensionHost?: ExtensionHost;
	/** Sub-agents, where this feature runs them. */
	readonly agents?: AgentHost;
	/** The box that programs run in, where this feature provides one. */
	readonly boxHost?: BoxHost;
	/** Servers with tools and prompts, where this feature connects to them. */
	readonly servers?: ServerHost;
	/** Memory across sessions, where this feature keeps it, for somebody other than the model: what they store is labeled with `source`. */
	memoryFor?(conversation: Conversation, source: string): MemoryService | undefined;
	/** More skills, prompts and themes. */
	readonly resources?: () => ExtensionResources;
	/** The user's conversation is open. Called in the order of the list. */
	opened?(session: OpenedConversation): void | Promise<void>;
	/** A few words for the status line of a terminal; asked whenever it is drawn. */
	status?(session: OpenedConversation): string | undefined;
	/** Rows of plain text above the editor of a terminal; asked whenever it is drawn. */
	panel?(session: OpenedConversation): readonly string[];
	/** Calls the listener when status or panel say something else; gives the function that ends it. */
	onChange?(listener: () => void): () => void;
	/** What it has spent beside the conversation's own requests, a row each. */
	costs?(session: OpenedConversation): readonly CostRow[];
	/** A section of the greeting of a terminal, asked for after the first picture. */
	welcome?(session: OpenedConversation): Promise<WelcomeSection | undefined>;
	/** What the session is busy with; the first feature that says something is shown. */
	mode?(session: OpenedConversation): ShownMode | undefined;
	/** A way of working that the user or a client switches on and off. */
	readonly workMode?: WorkMode;
	/** The user's conversation is at a screen, where commands can be submitted and somebody answers. */
	atScreen?(session: OpenedConversation, screen: ScreenAccess): void | Promise<void>;
	/** Files that can go back together with the conversation when the user goes on from an earlier entry; `undefined` for none. */
	filesBehind?(session: OpenedConversation, entryId: string): Promise<RestorableFiles | undefined>;
	/** Resolves when what it began by itself after a run has ended. */
	settled?(session: OpenedConversation): Promise<void>;
	/** The user trusts more or less of the project than before. */
	trustChanged?(session: OpenedConversation): void | Promise<void>;
}

/** What the agent changed behind a point of the session. */
export interface RestorableFiles {
	readonly count: number;
	/** Puts them back as they were there, and says in a line what was done. */
	restore(): Promise<string>;
}

export interface CostRow {
	readonly name: string;
	readonly text: string;
}

/** A conversation that a feature joins. */
export interface ConversationContext {
	readonly conversation: Conversation;
	/** The conversation of the user's that this one belongs to; often itself. */
	readonly top: Conversation;
	/** The working directory of its tools and commands. */
	readonly folder: WorkingFolder;
	/** Those that its tools read: a sub-agent may have its own. */
	readonly settings: SettingsReader;
	/** What project and user tell the model. */
	readonly prompt: PromptSource;
	/** Everything that its tools get, once it is open. */
	readonly services: () => Omit<ToolServices, "editing">;
	/** Set for a sub-agent. */
	readonly subagent?: SubagentContext;
}

/** What a feature adds to one conversation. */
export interface Contribution {
	/** For the tools; see `FeatureServices`. */
	readonly services?: Partial<ToolServices>;
	/** Learns of every file that tools write, and may format it and say what is wrong with it. */
	readonly writeThrough?: WriteThrough;
	/** Told of every path before a tool changes it. */
	readonly changeRecorder?: ChangeRecorder;
	/** Made anew whenever this gives another value: what descriptions of tools name. */
	readonly toolsDependOn?: () => unknown;
	/** Tools beside the built-in ones. */
	readonly tools?: ToolSource;
	/** Their place among all hooks is their own `order`. */
	readonly hooks?: readonly HookFactory[];
	/** Internal URLs; a function where they come and go. */
	readonly urls?: readonly UrlScheme[] | (() => readonly UrlScheme[]);
	/** Internal URLs of servers; they cannot take a name that means something else. */
	readonly serverUrls?: () => readonly UrlScheme[];
	/** Prompts of servers, which are slash commands. */
	readonly serverPrompts?: () => ServerPrompts | undefined;
	/** Keys for tools that call services by themselves, by the name of their variable. */
	readonly keys?: ReadonlyMap<string, string>;
	/** A part of the system prompt. The same text for as long as the cache of the prompt should hold. */
	readonly guidance?: () => string | undefined;
	/** How servers want to be used. */
	readonly instructions?: () => readonly ServerInstructions[];
	/** Tools may change nothing in the project but the session's own files. */
	readonly isTreeReadOnly?: () => boolean;
	/** Questions of the model have no timeout. */
	readonly mustWaitForAnswers?: () => boolean;
	/** Handles `resolve` while no preview is pending. */
	readonly standingAction?: () => PendingAction | undefined;
}

/** What a server says about how to use it: "" for nothing, `undefined` while that is not known. */
export interface ServerInstructions {
	readonly server: string;
	readonly text: string | undefined;
}

/** A folder whose files are read for a conversation. */
export interface FolderToRead {
	/** Of the conversation. */
	readonly conversationId: string;
	readonly registry: CapabilityRegistry;
	readonly context: LoadContext;
}

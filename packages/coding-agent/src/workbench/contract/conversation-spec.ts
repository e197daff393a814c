import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { PromptFlags } from "../../conversation/prompt/prompt-files.ts";
import type { SessionFacts } from "../../conversation/prompt/prompt-source.ts";
import type { LoadedCommands } from "../../file-commands/file-commands.ts";
import type { ModelRequest, StartingModel } from "../../models/starting-model.ts";
import type { SpawnLimits, SubagentContext } from "../contract/agent-host.ts";
import type { ProblemRelay } from "../contract/problem-relay.ts";
import type { ToolChoice } from "../tools/conversation-tools.ts";

/** What distinguishes a conversation from others on its workbench. */
export interface ConversationSpec extends ToolChoice {
	/** Unique id; optional for the main conversation only. */
	readonly id?: string;
	/** The parent conversation: questions of the child reach the same user, marked with its id. */
	readonly parent?: Conversation;
	readonly log: SessionLog;
	/** The requested model; defaults come from the log and the settings. A child uses its parent's model. */
	readonly model?: ModelRequest;
	/** A model that was already chosen; overrides everything else. */
	readonly chosen?: StartingModel;
	/** May replace the model that was found. */
	readonly chooseModel?: (found: StartingModel) => StartingModel;
	readonly prompt?: PromptFlags;
	/** For a sub-agent: its tools, and what they are given. */
	readonly subagent?: SubagentContext;
	/** What it may start, for one that is no sub-agent. */
	readonly spawning?: SpawnLimits;
	/** Changes what project and user tell the model. */
	readonly changeFacts?: (facts: SessionFacts) => SessionFacts | Promise<SessionFacts>;
	/** Changes the commands that are files. */
	readonly changeCommands?: (loaded: LoadedCommands) => LoadedCommands | Promise<LoadedCommands>;
	/** Rewrites the system prompt. */
	readonly rewritePrompt?: (blocks: readonly string[]) => readonly string[];
	/** The working directory; the host's cwd by default. */
	readonly cwd?: string;
	/** Reports problems with session files once a listener is attached. */
	readonly problems?: ProblemRelay;
	/** Notices to show at the start. */
	readonly notices?: readonly string[];
}

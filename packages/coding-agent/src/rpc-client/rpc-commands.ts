import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import type { CompactionResult } from "../conversation/event/compaction-result.ts";
import type { ShellResult } from "../conversation/shell/user-shell.ts";
import type { AvailableCommand, HostUriScheme } from "../rpc-protocol/frames.ts";
import type {
	RpcLoginProvider,
	RpcMessagesPage,
	RpcModel,
	RpcSessionStats,
	RpcState,
} from "../rpc-protocol/results.ts";
import { RpcCommandError } from "./rpc-connection.ts";

export interface PromptOptions {
	readonly images?: readonly ImageContent[];
	readonly streamingBehavior?: "steer" | "followUp";
}

/** A method for each command of the protocol. */
export abstract class RpcCommands {
	/** Sends a command and returns the data of its response. A patient one has no timeout. */
	protected abstract ask<Data = never>(command: string, fields?: object, patience?: "patient"): Promise<Data>;

	/** Resolves when the prompt is accepted; the run follows as events. */
	prompt(message: string, options: PromptOptions = {}): Promise<{ agentInvoked?: false } | undefined> {
		return this.ask("prompt", { message, ...options });
	}

	steer(message: string, images?: readonly ImageContent[]): Promise<void> {
		return this.ask("steer", { message, images });
	}

	followUp(message: string, images?: readonly ImageContent[]): Promise<void> {
		return this.ask("follow_up", { message, images });
	}

	abort(): Promise<void> {
		return this.ask("abort");
	}

	abortAndPrompt(message: string, images?: readonly ImageContent[]): Promise<void> {
		return this.ask("abort_and_prompt", { message, images });
	}

	newSession(parentSession?: string): Promise<{ cancelled: boolean }> {
		return this.ask("new_session", { parentSession });
	}

	getState(): Promise<RpcState> {
		return this.ask("get_state");
	}

	/** The whole history, fetched in pages. */
	async getMessages(): Promise<AgentMessage[]> {
		const messages: AgentMessage[] = [];
		try {
			let cursor: string | undefined;
			do {
				const page = await this.getMessagesPage({ cursor });
				messages.push(...page.messages);
				cursor = page.nextCursor;
			} while (cursor !== undefined);
			return messages;
		} catch (error) {
			if (!(error instanceof RpcCommandError) || !error.code) throw error;
			// Paging fails while the history changes; fetch it in one piece.
			return (await this.ask<{ messages: AgentMessage[] }>("get_messages")).messages;
		}
	}

	getMessagesPage(request: { cursor?: string | undefined; limit?: number } = {}): Promise<RpcMessagesPage> {
		return this.ask("get_messages_page", request);
	}

	async getAvailableCommands(): Promise<readonly AvailableCommand[]> {
		return (await this.ask<{ commands: AvailableCommand[] }>("get_available_commands")).commands;
	}

	async setTodos(phases: readonly TodoPhase[]): Promise<readonly TodoPhase[]> {
		return (await this.ask<{ todoPhases: TodoPhase[] }>("set_todos", { phases })).todoPhases;
	}

	/** Registers URL schemes of this host; see `onHostUri`. */
	async setHostUriSchemes(schemes: readonly HostUriScheme[]): Promise<string[]> {
		return (await this.ask<{ schemes: string[] }>("set_host_uri_schemes", { schemes })).schemes;
	}

	setModel(provider: string, modelId: string): Promise<RpcModel> {
		return this.ask("set_model", { provider, modelId });
	}

	cycleModel(): Promise<{ model: RpcModel; thinkingLevel?: ThinkingLevel; isScoped: boolean } | null> {
		return this.ask("cycle_model");
	}

	async getAvailableModels(): Promise<readonly RpcModel[]> {
		return (await this.ask<{ models: RpcModel[] }>("get_available_models")).models;
	}

	setThinkingLevel(level: ThinkingLevel): Promise<void> {
		return this.ask("set_thinking_level", { level });
	}

	cycleThinkingLevel(): Promise<{ level: ThinkingLevel } | null> {
		return this.ask("cycle_thinking_level");
	}

	setSteeringMode(mode: RpcState["steeringMode"]): Promise<void> {
		return this.ask("set_steering_mode", { mode });
	}

	setFollowUpMode(mode: RpcState["followUpMode"]): Promise<void> {
		return this.ask("set_follow_up_mode", { mode });
	}

	setInterruptMode(mode: RpcState["interruptMode"]): Promise<void> {
		return this.ask("set_interrupt_mode", { mode });
	}

	compact(customInstructions?: string): Promise<CompactionResult> {
		return this.ask("compact", { customInstructions }, "patient");
	}

	setAutoCompaction(enabled: boolean): Promise<void> {
		return this.ask("set_auto_compaction", { enabled });
	}

	setAutoRetry(enabled: boolean): Promise<void> {
		return this.ask("set_auto_retry", { enabled });
	}

	abortRetry(): Promise<void> {
		return this.ask("abort_retry");
	}

	bash(command: string): Promise<ShellResult> {
		return this.ask("bash", { command }, "patient");
	}

	abortBash(): Promise<void> {
		return this.ask("abort_bash");
	}

	getSessionStats(): Promise<RpcSessionStats> {
		return this.ask("get_session_stats");
	}

	handoff(customInstructions?: string): Promise<{ savedPath?: string }> {
		return this.ask("handoff", { customInstructions }, "patient");
	}

	exportHtml(outputPath?: string): Promise<{ path: string }> {
		return this.ask("export_html", { outputPath });
	}

	/** Takes back what a turn, calls or, by default, the last turn changed in files. */
	undo(selection: FileSelection = {}): Promise<FilesRestored> {
		return this.ask("undo", { ...selection }, "patient");
	}

	redo(selection: FileSelection = {}): Promise<FilesRestored> {
		return this.ask("redo", { ...selection }, "patient");
	}

	/** What turns changed in files, the last one first. */
	getFileChanges(): Promise<{ turns: readonly unknown[] }> {
		return this.ask("get_file_changes");
	}

	switchSession(sessionPath: string): Promise<{ cancelled: boolean }> {
		return this.ask("switch_session", { sessionPath });
	}

	branch(entryId: string): Promise<{ text: string; cancelled: boolean }> {
		return this.ask("branch", { entryId });
	}

	async getBranchMessages(): Promise<ReadonlyArray<{ entryId: string; text: string }>> {
		return (await this.ask<{ messages: Array<{ entryId: string; text: string }> }>("get_branch_messages")).messages;
	}

	async getLastAssistantText(): Promise<string | null> {
		return (await this.ask<{ text: string | null }>("get_last_assistant_text")).text;
	}

	setSessionName(name: string): Promise<void> {
		return this.ask("set_session_name", { name });
	}

	async getLoginProviders(): Promise<readonly RpcLoginProvider[]> {
		return (await this.ask<{ providers: RpcLoginProvider[] }>("get_login_providers")).providers;
	}

	login(providerId: string): Promise<{ providerId: string }> {
		return this.ask("login", { providerId }, "patient");
	}

	setFastMode(enabled: boolean): Promise<{ enabled: boolean; active: boolean }> {
		return this.ask("set_fast_mode", { enabled });
	}

	setSubagentSubscription(level: "off" | "progress" | "events"): Promise<{ level: string }> {
		return this.ask("set_subagent_subscription", { level });
	}

	async getSubagents(): Promise<readonly unknown[]> {
		return (await this.ask<{ subagents: unknown[] }>("get_subagents")).subagents;
	}

	getSubagentMessages(request: { subagentId?: string; sessionFile?: string; fromByte?: number }): Promise<unknown> {
		return this.ask("get_subagent_messages", request);
	}
}

export interface FileSelection {
	readonly turn?: string;
	readonly callIds?: readonly string[];
	readonly paths?: readonly string[];
	readonly dryRun?: boolean;
}

export interface FilesRestored {
	readonly applied: boolean;
	readonly changed: readonly string[];
	readonly conflicts: ReadonlyArray<{ readonly path: string; readonly reason: string; readonly text: string }>;
	readonly text?: string;
}

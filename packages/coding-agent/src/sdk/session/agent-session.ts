import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ImageContent, UserContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { SessionManager } from "@oh-my-pi/pi-session/operations/session-manager";
import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import type { HandoffResult } from "../../conversation/compaction/handoff.ts";
import type { CompactionResult } from "../../conversation/event/compaction-result.ts";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import { type Branched, branchConversation, branchPoints } from "../../conversation/operations/branch-session.ts";
import { forkConversation } from "../../conversation/operations/fork-session.ts";
import { moveConversation } from "../../conversation/operations/move-session.ts";
import { type Navigated, navigateTree } from "../../conversation/operations/navigate-tree.ts";
import { newSession } from "../../conversation/operations/new-session.ts";
import { switchSession } from "../../conversation/operations/switch-session.ts";
import { availableThinkingLevels, nextThinkingLevel } from "../../conversation/queries/thinking-levels.ts";
import type { ShellResult, ShellRunOptions } from "../../conversation/shell/user-shell.ts";
import { exportConversation } from "../../export/export-conversation.ts";
import { type NextModel, nextModel } from "../../session-actions/cycle-model.ts";
import { branchSummarySettings } from "../../settings/sections/agent/context.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import {
	type CustomMessageContent,
	type CustomMessageOptions,
	type PromptOptions,
	SessionInput,
} from "./session-input.ts";
import { SessionView, wordsOf } from "./session-view.ts";

/** The parts of a session that programs know as its agent. */
export type SessionAgent = Pick<SessionView, "state"> &
	Pick<AgentSession, "abort" | "subscribe" | "waitForIdle" | "steer" | "followUp">;

export interface NavigateTreeOptions {
	readonly summarize?: boolean;
	/** What the summary should emphasize. */
	readonly customInstructions?: string;
}

/** The SDK's view of a conversation and its session. */
export class AgentSession extends SessionView {
	/** The session on disk; it follows when the session is switched. */
	readonly sessionManager: SessionManager;
	/** Every tool that was ever offered, by name. */
	readonly #tools = new Map<string, AgentTool>();
	readonly #input: SessionInput;
	readonly #branchSummaries = new Set<AbortController>();
	#handoffs = 0;

	constructor(session: OpenedConversation, sessionManager: SessionManager) {
		super(session);
		this.sessionManager = sessionManager;
		this.#input = new SessionInput({
			submit: (op) => session.conversation.submit(op),
			settled: () => session.workbench.features.extensionHost?.settled(),
			now: session.host.now,
			loadCommands: async () => (await import("./prompt-commands.ts")).promptCommands(session),
		});
		this.#knowTools();
	}

	get agent(): SessionAgent {
		return this;
	}

	/** Resolves when the run has settled. The text may call a command of an extension or a prompt in a file. */
	prompt(text: string, options?: PromptOptions): Promise<void> {
		return this.#input.prompt(text, options);
	}

	async steer(text: string, images?: readonly ImageContent[]): Promise<void> {
		await this.conversation.submit({ type: "steer", text, images });
	}

	async followUp(text: string, images?: readonly ImageContent[]): Promise<void> {
		await this.conversation.submit({ type: "follow_up", text, images });
	}

	/** During a run it is a steering message by default. */
	sendUserMessage(content: UserContent, options?: { deliverAs?: "steer" | "followUp" }): Promise<void> {
		return this.#input.sendUserMessage(content, options);
	}

	sendCustomMessage(message: CustomMessageContent, options?: CustomMessageOptions): Promise<void> {
		return this.#input.sendCustomMessage(message, options);
	}

	/** Starts a run with a custom message. */
	promptCustomMessage(message: CustomMessageContent): Promise<void> {
		return this.sendCustomMessage(message, { triggerTurn: true });
	}

	/** Resolves when the run has ended; queued messages then start the next one. */
	async abort(): Promise<void> {
		await this.conversation.submit({ type: "abort" });
	}

	async waitForIdle(): Promise<void> {
		await this.conversation.idle();
	}

	/** Requests the reply again that failed or was aborted. */
	async retry(): Promise<void> {
		await this.conversation.submit({ type: "retry" });
	}

	/** Gives up waiting for another try of a failed request. */
	async abortRetry(): Promise<void> {
		await this.conversation.submit({ type: "abort_retry" });
	}

	async clearQueue(): Promise<void> {
		await this.conversation.submit({ type: "clear_queue" });
	}

	/** Dequeues the newest queued message: steering first, then follow-ups. */
	popLastQueuedMessage(): string | undefined {
		const message = this.conversation.queue.takeBackLast();
		return message && wordsOf(message);
	}

	async setModel(model: Model): Promise<void> {
		const problem = this.session.registry.whyUnusable(model.provider);
		if (problem) throw new Error(problem);
		await this.conversation.submit({ type: "set_model", model });
	}

	/** Switches the model without recording it as the session's choice. */
	async setModelTemporary(model: Model, thinkingLevel?: ThinkingLevel): Promise<void> {
		const problem = this.session.registry.whyUnusable(model.provider);
		if (problem) throw new Error(problem);
		await this.conversation.overrideModel(model, thinkingLevel);
	}

	/** Cycles to the next model; `undefined` when there is only one. */
	async cycleModel(): Promise<NextModel | undefined> {
		const next = await nextModel(this.session);
		if (next) await this.setModel(next.model);
		if (next?.thinkingLevel) await this.setThinkingLevel(next.thinkingLevel);
		return next;
	}

	getAvailableModels(): Promise<Model[]> {
		return this.session.registry.listed();
	}

	async setThinkingLevel(level: ThinkingLevel): Promise<void> {
		await this.conversation.submit({ type: "set_thinking_level", level });
	}

	async cycleThinkingLevel(): Promise<ThinkingLevel | undefined> {
		const level = nextThinkingLevel(this.model, this.thinkingLevel);
		if (level) await this.setThinkingLevel(level);
		return level;
	}

	getAvailableThinkingLevels(): readonly ThinkingLevel[] {
		return availableThinkingLevels(this.model);
	}

	async setSteeringMode(mode: "all" | "one-at-a-time"): Promise<void> {
		await this.conversation.submit({ type: "set_steering_mode", mode });
	}

	async setFollowUpMode(mode: "all" | "one-at-a-time"): Promise<void> {
		await this.conversation.submit({ type: "set_follow_up_mode", mode });
	}

	async setInterruptMode(mode: "immediate" | "wait"): Promise<void> {
		await this.conversation.submit({ type: "set_interrupt_mode", mode });
	}

	getActiveToolNames(): string[] {
		return this.conversation.nextTools.map(({ name }) => name);
	}

	getAllToolNames(): string[] {
		this.#knowTools();
		return [...this.#tools.keys()];
	}

	/** Offers only these tools from the next request on. */
	async setActiveToolsByName(names: readonly string[]): Promise<void> {
		this.#knowTools();
		const tools = names.flatMap((name) => this.#tools.get(name) ?? []);
		await this.conversation.submit({ type: "set_tools", tools });
		await this.conversation.refresh();
	}

	/** Reads the definitions of MCP servers again and connects to them; their tools count from the next request on. */
	async refreshMCPTools(): Promise<void> {
		await this.session.workbench.features.servers?.reload(this.session);
		await this.conversation.refresh();
	}

	/** Reads extensions, skills, rules, commands and context files again; gives what failed. */
	async reload(): Promise<readonly string[]> {
		const failed = await this.session.workbench.features.extensionHost?.reload();
		this.session.fileCommands.forget();
		await this.session.refreshPrompt();
		return failed ?? [];
	}

	/** In plan mode nothing of the project is changed. */
	setPlanModeState({ enabled }: { readonly enabled: boolean }): void {
		if (enabled) this.plan.enter();
		else this.plan.leave();
	}

	getTodoPhases(): readonly TodoPhase[] {
		return this.conversation.todos.phases;
	}

	setTodoPhases(phases: readonly TodoPhase[]): void {
		this.conversation.todos.replace(phases);
	}

	/** Runs a command on behalf of the user; the model sees it with the next prompt. */
	executeBash(command: string, options?: ShellRunOptions): Promise<ShellResult> {
		return this.session.shell.run(command, options);
	}

	/** The same for Python code, in the kernel that the session's cells use. */
	executePython(code: string, options?: ShellRunOptions): Promise<ShellResult> {
		return this.session.shell.runPython(code, options);
	}

	/** Aborts commands and code of the user. */
	abortBash(): void {
		this.session.shell.abort();
	}

	abortEval(): void {
		this.session.shell.abort();
	}

	/** Subscribes to all events, in order; a returned promise is awaited before the next event. */
	subscribe(listener: (event: ConversationEvent) => void | Promise<void>): () => void {
		return this.conversation.subscribe(listener);
	}

	/** Starts disposal without waiting for it; see `dispose`. */
	beginDispose(): void {
		void this.conversation.dispose();
	}

	/** Aborts the run, saves the session and releases all resources. */
	async dispose(): Promise<void> {
		await this.conversation.dispose();
		await this.session.settings.flush();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.dispose();
	}

	/** Compaction: summarizes older messages. */
	compact(customInstructions?: string): Promise<CompactionResult> {
		return this.conversation.compact(customInstructions);
	}

	/** Aborts a compaction or handoff. */
	async abortCompaction(): Promise<void> {
		await this.conversation.submit({ type: "abort" });
	}

	async abortHandoff(): Promise<void> {
		await this.conversation.submit({ type: "abort" });
	}

	/** Elides large tool results, or images, from the context. */
	shake(what: "elide" | "images" = "elide") {
		return this.conversation.context.shake(what);
	}

	async setAutoCompactionEnabled(enabled: boolean): Promise<void> {
		await this.conversation.submit({ type: "set_auto_compaction", enabled });
	}

	/** Continues in a new session that starts with a handoff document. */
	async handoff(customInstructions?: string): Promise<HandoffResult> {
		this.#handoffs++;
		try {
			return await this.conversation.handoff(customInstructions);
		} finally {
			this.#handoffs--;
		}
	}

	get isGeneratingHandoff(): boolean {
		return this.#handoffs > 0;
	}

	/** False when a hook canceled it, as with all session changes. */
	newSession(options: { readonly parentSession?: string } = {}): Promise<boolean> {
		return newSession(this.conversation, options);
	}

	switchSession(path: string): Promise<boolean> {
		return switchSession(this.conversation, path);
	}

	/** Continues in a copy and returns its file. */
	fork(): Promise<string | undefined> {
		return forkConversation(this.conversation);
	}

	branch(entryId: string): Promise<Branched> {
		return branchConversation(this.conversation, entryId);
	}

	getUserMessagesForBranching(): Array<{ entryId: string; text: string }> {
		return branchPoints(this.conversation);
	}

	/** With `summarize`, a summary of the branch that is left is added at the target. */
	async navigateTree(targetId: string, options: NavigateTreeOptions = {}): Promise<Navigated> {
		const { summarize, customInstructions: focus } = options;
		if (!summarize) return navigateTree(this.conversation, targetId);
		const abort = new AbortController();
		this.#branchSummaries.add(abort);
		const reserveTokens = this.settings.get(branchSummarySettings.reserveTokens);
		const request = { reserveTokens, signal: abort.signal, ...(focus && { focus }) };
		try {
			return await navigateTree(this.conversation, targetId, {
				summarize: (entries) => this.conversation.summarizeBranch(entries, request),
			});
		} finally {
			this.#branchSummaries.delete(abort);
		}
	}

	/** Aborts the summaries of `navigateTree`, which then changes nothing. */
	abortBranchSummary(): void {
		for (const abort of this.#branchSummaries) abort.abort();
	}

	moveSession(cwd: string): Promise<string> {
		return moveConversation(this.conversation, this.session.folder, cwd);
	}

	async setSessionName(name: string): Promise<void> {
		await this.conversation.submit({ type: "set_session_name", name });
	}

	exportToHtml(outputPath?: string): Promise<string> {
		return exportConversation(this.conversation, { cwd: this.session.folder.path, output: outputPath });
	}

	#knowTools(): void {
		for (const tool of this.conversation.tools) this.#tools.set(tool.name, tool);
	}
}

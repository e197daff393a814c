import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ImageContent, UserContent } from "@oh-my-pi/pi-ai/message";
import { textOf } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { CustomMessage } from "@oh-my-pi/pi-session/message";
import type { TodoPhase } from "@oh-my-pi/pi-session/todos";
import type { HandoffResult } from "../conversation/compaction/handoff.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { CompactionResult } from "../conversation/event/compaction-result.ts";
import type { ConversationEvent } from "../conversation/event/event.ts";
import { lastReplyText } from "../conversation/history/last-reply.ts";
import { type Branched, branchConversation, branchPoints } from "../conversation/operations/branch-session.ts";
import { forkConversation } from "../conversation/operations/fork-session.ts";
import { moveConversation } from "../conversation/operations/move-session.ts";
import { type Navigated, navigateTree } from "../conversation/operations/navigate-tree.ts";
import { newSession } from "../conversation/operations/new-session.ts";
import { switchSession } from "../conversation/operations/switch-session.ts";
import { dumpText } from "../conversation/queries/dump-text.ts";
import { type SessionStats, sessionStats } from "../conversation/queries/session-stats.ts";
import {
	availableThinkingLevels,
	nextThinkingLevel,
	reportedThinkingLevel,
} from "../conversation/queries/thinking-levels.ts";
import type { ShellResult, ShellRunOptions } from "../conversation/shell/user-shell.ts";
import { exportConversation } from "../export/export-conversation.ts";
import { type NextModel, nextModel } from "../features/cycle-model.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

export interface PromptOptions {
	readonly images?: readonly ImageContent[];
	/** How to queue the prompt during a run; without it the prompt is refused. */
	readonly streamingBehavior?: "steer" | "followUp";
}

export type DeliverAs = "steer" | "followUp" | "nextTurn";
export type CustomMessageContent = Pick<CustomMessage, "customType" | "content" | "details"> & {
	/** Whether it is shown to the user; true by default. */
	readonly display?: boolean;
};

const opNames = { steer: "steer", followUp: "follow_up", nextTurn: "next_turn" } as const;

/** The SDK's view of a conversation and its session. */
export class AgentSession {
	/** Everything a mode works with. */
	readonly session: OpenedConversation;
	/** Every tool that was ever offered, by name. */
	readonly #tools = new Map<string, AgentTool>();

	constructor(session: OpenedConversation) {
		this.session = session;
		this.#knowTools();
	}

	get conversation(): Conversation {
		return this.session.conversation;
	}

	/** Resolves when the run has settled. */
	async prompt(text: string, { images, streamingBehavior }: PromptOptions = {}): Promise<void> {
		const type = streamingBehavior ? opNames[streamingBehavior] : "prompt";
		await this.conversation.submit({ type, text, images });
	}

	async steer(text: string, images?: readonly ImageContent[]): Promise<void> {
		await this.conversation.submit({ type: "steer", text, images });
	}

	async followUp(text: string, images?: readonly ImageContent[]): Promise<void> {
		await this.conversation.submit({ type: "follow_up", text, images });
	}

	/** During a run it is a steering message by default. */
	async sendUserMessage(content: UserContent, options: { deliverAs?: "steer" | "followUp" } = {}): Promise<void> {
		const images = typeof content === "string" ? [] : content.filter((block) => block.type === "image");
		const type = options.deliverAs === "followUp" ? "follow_up" : "steer";
		await this.conversation.submit({ type, text: textOf(content), images });
	}

	async sendCustomMessage(
		message: CustomMessageContent,
		options: { deliverAs?: DeliverAs; triggerTurn?: boolean } = {},
	): Promise<void> {
		const { deliverAs, triggerTurn } = options;
		await this.conversation.submit({
			type: "send",
			message: { role: "custom", display: true, ...message, attribution: "agent", timestamp: this.session.host.now() },
			...(deliverAs && { as: opNames[deliverAs] }),
			triggerTurn,
		});
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

	async clearQueue(): Promise<void> {
		await this.conversation.submit({ type: "clear_queue" });
	}

	getQueuedMessages(): { readonly steering: readonly string[]; readonly followUp: readonly string[] } {
		const { steering, followUps } = this.conversation.queuedTexts;
		return { steering: steering.map(wordsOf), followUp: followUps.map(wordsOf) };
	}

	get queuedMessageCount(): number {
		const { steering, followUps } = this.conversation.queuedTexts;
		return steering.length + followUps.length;
	}

	/** Dequeues the newest queued message: steering first, then follow-ups. */
	popLastQueuedMessage(): string | undefined {
		const message = this.conversation.takeBackLastQueued();
		return message && wordsOf(message);
	}

	/** The parts of the next request. */
	get state(): Pick<Conversation, "messages" | "model" | "thinkingLevel" | "systemPrompt" | "tools" | "isStreaming"> {
		const { messages, model, thinkingLevel, systemPrompt, tools, isStreaming } = this.conversation;
		return { messages, model, thinkingLevel, systemPrompt, tools, isStreaming };
	}

	get messages(): readonly AgentMessage[] {
		return this.conversation.messages;
	}

	get model(): Model | undefined {
		return this.conversation.model;
	}

	get thinkingLevel(): ThinkingLevel {
		return reportedThinkingLevel(this.conversation);
	}

	get isStreaming(): boolean {
		return this.conversation.isStreaming;
	}

	get isCompacting(): boolean {
		return this.conversation.context.isCompacting;
	}

	get isRetrying(): boolean {
		return this.conversation.isRetrying;
	}

	get isAborting(): boolean {
		return this.conversation.isAborting;
	}

	get systemPrompt(): readonly string[] {
		return this.conversation.systemPrompt;
	}

	getContextUsage() {
		return this.conversation.context.usage;
	}

	getSessionStats(): SessionStats {
		return sessionStats(this.conversation);
	}

	getLastAssistantText(): string | undefined {
		return lastReplyText(this.conversation.messages);
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
		await this.conversation.useModelForNow(model, thinkingLevel);
	}

	/** Cycles to the next model; `undefined` when there is only one. */
	async cycleModel(): Promise<NextModel | undefined> {
		const next = await nextModel(this.session);
		if (next) await this.setModel(next.model);
		if (next?.thinkingLevel) await this.setThinkingLevel(next.thinkingLevel);
		return next;
	}

	getAvailableModels(): Promise<Model[]> {
		return this.session.registry.available();
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
		return this.conversation.tools.map(({ name }) => name);
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

	abortBash(): void {
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

	/** `undefined` for a session in memory. */
	get sessionFile(): string | undefined {
		return this.conversation.log.file;
	}

	get sessionId(): string {
		return this.conversation.log.id;
	}

	get sessionName(): string | undefined {
		return this.conversation.log.name;
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
	handoff(customInstructions?: string): Promise<HandoffResult> {
		return this.conversation.handoff(customInstructions);
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

	navigateTree(targetId: string): Promise<Navigated> {
		return navigateTree(this.conversation, targetId);
	}

	moveSession(cwd: string): Promise<string> {
		return moveConversation(this.conversation, this.session.folder, cwd);
	}

	async setSessionName(name: string): Promise<void> {
		await this.conversation.submit({ type: "set_session_name", name });
	}

	/** The whole context as Markdown. */
	formatSessionAsText(): string {
		return dumpText(this.conversation);
	}

	exportToHtml(outputPath?: string): Promise<string> {
		return exportConversation(this.conversation, { cwd: this.session.folder.path, output: outputPath });
	}

	#knowTools(): void {
		for (const tool of this.conversation.tools) this.#tools.set(tool.name, tool);
	}
}

function wordsOf(message: AgentMessage): string {
	return "content" in message ? textOf(message.content as UserContent) : "";
}

import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText, type UserContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { Goal } from "@oh-my-pi/pi-tools/services/goal-store";
import { lastReplyText } from "../../conversation/history/last-reply.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { dumpText } from "../../conversation/queries/dump-text.ts";
import { type SessionStats, sessionStats } from "../../conversation/queries/session-stats.ts";
import { reportedThinkingLevel } from "../../conversation/queries/thinking-levels.ts";
import { type RegistryView, registryView } from "../../features/extensions/api/registry-view.ts";
import type { GoalMode } from "../../features/goal/goal-mode.ts";
import { findGoal } from "../../features/goal/running-goal.ts";
import type { PlanMode } from "../../features/plan/mode/plan-mode.ts";
import { findPlan } from "../../features/plan/running-plan.ts";
import type { Settings } from "../../settings/settings.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** A session as it is, for those who only look. */
export class SessionView {
	/** Everything a mode works with. */
	readonly session: OpenedConversation;

	constructor(session: OpenedConversation) {
		this.session = session;
	}

	get conversation(): Conversation {
		return this.session.conversation;
	}

	/** Problems at the start, for the user. */
	get notices(): readonly string[] {
		return this.session.notices;
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

	getQueuedMessages(): { readonly steering: readonly string[]; readonly followUp: readonly string[] } {
		const { steering, followUps } = this.conversation.queue.waiting;
		return { steering: steering.map(wordsOf), followUp: followUps.map(wordsOf) };
	}

	get queuedMessageCount(): number {
		const { steering, followUps } = this.conversation.queue.waiting;
		return steering.length + followUps.length;
	}

	get settings(): Settings {
		return this.session.settings;
	}

	/** The models of the session, by the calls that extensions know. */
	get modelRegistry(): RegistryView {
		return registryView(this.session.registry);
	}

	getPlanModeState(): { readonly enabled: boolean; readonly planFilePath?: string } {
		const { isActive, proposal } = this.plan;
		return { enabled: isActive, ...(proposal && { planFilePath: proposal.url }) };
	}

	protected get plan(): PlanMode {
		return findPlan(this.session);
	}

	/** Sets, pauses, resumes and drops the goal that the session works towards. */
	get goalRuntime(): GoalMode {
		return findGoal(this.session);
	}

	/** `undefined` without a goal. */
	getGoalModeState(): Goal | undefined {
		return this.goalRuntime.goal;
	}

	/** The whole context as Markdown. */
	formatSessionAsText(): string {
		return dumpText(this.conversation);
	}
}

export function wordsOf(message: AgentMessage): string {
	return "content" in message ? joinText(message.content as UserContent) : "";
}

import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import type { RequestParts } from "../context/context-tokens.ts";
import type { ChosenModel, ModelChoice } from "../contract/model-choice.ts";
import type { ConversationEvent, NoticeLevel } from "../event/event.ts";

/** The conversation as hooks see it: the parts of the next request, and methods to change them. */
export interface LiveContext {
	readonly id: string;
	readonly log: SessionLog;
	readonly parts: RequestParts & { readonly model: Model | undefined };
	readonly chosen: ChosenModel;
	/** The whole context of a request that ends with these messages. */
	contextWith(messages: readonly AgentMessage[], signal: AbortSignal): Promise<Context>;
	replaceMessages(messages: readonly AgentMessage[]): void;
	/** Reports that the history was replaced by an earlier state of the log. */
	announceRewind(messages: readonly AgentMessage[]): void;
	setTools(tools: readonly AgentTool[]): void;
	setSystemPrompt(blocks: readonly string[]): void;
	/** Uses another model temporarily; the user's choice stays recorded. */
	useModel(model: Model, thinkingLevel?: ThinkingLevel): Promise<void>;
	/** The thinking level of the next turn, while the user's choice is `auto`. */
	useTurnLevel(level: ThinkingLevel): Promise<void>;
	streamOptions(model: Model): StreamOptions;
	/** Adds a message before the next request of the current run, or of the one about to start. */
	steer(message: SessionMessage): void;
	/** Adds a message to the history and to the log. */
	append(message: SessionMessage): void;
	/** Drops state that the provider keeps between requests. */
	resetProviderState(): void;
	/** The same, and starts a new session id at the provider; returns how many states were dropped. */
	beginProviderSession(id: string): number;
	/** Aborts the current run, with the reason as its error message. */
	stopRun(reason: string): void;
	emit(event: ConversationEvent): Promise<void>;
	notify(level: NoticeLevel, message: string, source?: string): void;
	/** The model's todo list. */
	todos(): readonly TodoPhase[];
	now(): number;
}

interface LiveParts {
	readonly id: string;
	readonly agent: Agent;
	readonly models: ModelChoice;
	readonly log: () => SessionLog;
	readonly write: (message: SessionMessage) => void;
	readonly emit: (event: ConversationEvent) => Promise<void>;
	readonly notify: LiveContext["notify"];
	readonly announceRewind: LiveContext["announceRewind"];
	readonly todos: () => readonly TodoPhase[];
	readonly now: () => number;
}

export function liveContext(conversation: LiveParts): LiveContext {
	const { agent, models, log, write } = conversation;
	return {
		id: conversation.id,
		get log() {
			return log();
		},
		get parts() {
			return agent.state;
		},
		chosen: models,
		contextWith: (messages, signal) => agent.contextWith(messages, signal),
		replaceMessages: (messages) => agent.replaceMessages(messages),
		announceRewind: conversation.announceRewind,
		setTools: (tools) => agent.setTools(tools),
		setSystemPrompt: (blocks) => agent.setSystemPrompt(blocks),
		useModel: (model, thinkingLevel) => models.override(model, thinkingLevel),
		useTurnLevel: (level) => models.useTurnLevel(level),
		streamOptions: (model) => models.streamOptions(model),
		steer: (message) => agent.steer(message),
		append(message) {
			agent.appendMessage(message);
			write(message);
		},
		resetProviderState: () => void models.resetProviderState(),
		beginProviderSession: (id) => models.beginProviderSession(id),
		stopRun: (reason) => void agent.abort(reason),
		emit: conversation.emit,
		notify: conversation.notify,
		todos: conversation.todos,
		now: conversation.now,
	};
}

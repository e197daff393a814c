import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { RequestParts } from "./context/context-tokens.ts";
import type { ConversationEvent } from "./event.ts";
import type { ChosenModel, ModelChoice } from "./model-choice.ts";

/** The conversation as its upkeep sees it: what the next request is made of, and where it is kept. */
export interface LiveContext {
	readonly log: SessionLog;
	readonly parts: RequestParts & { readonly model: Model | undefined };
	readonly chosen: ChosenModel;
	/** All that a request would tell the model if these came next. */
	contextWith(messages: readonly AgentMessage[], signal: AbortSignal): Promise<Context>;
	replaceMessages(messages: readonly AgentMessage[]): void;
	/** Uses another model for now; what the user chose stays the choice. */
	useModel(model: Model, thinkingLevel?: ThinkingLevel): Promise<void>;
	/** How hard to think about the turn that begins, where that is for us to say. */
	useTurnLevel(level: ThinkingLevel): Promise<void>;
	streamOptions(model: Model): StreamOptions;
	/** Puts a message before the next request of a run that is about to start. */
	steer(message: SessionMessage): void;
	/** Adds a message to the history, here and in the log. */
	append(message: SessionMessage): void;
	/** Forgets what the provider is thought to remember of the conversation. */
	resetProviderState(): void;
	/** The same, and the provider takes what follows for another conversation; how much was forgotten. */
	beginProviderSession(id: string): number;
	/** Ends the run under way, with the reason as its last words. */
	stopRun(reason: string): void;
	emit(event: ConversationEvent): Promise<void>;
}

interface LiveParts {
	readonly agent: Agent;
	readonly models: ModelChoice;
	readonly log: () => SessionLog;
	readonly write: (message: SessionMessage) => void;
	readonly emit: (event: ConversationEvent) => Promise<void>;
}

export function liveContext({ agent, models, log, write, emit }: LiveParts): LiveContext {
	return {
		get log() {
			return log();
		},
		get parts() {
			return agent.state;
		},
		chosen: models,
		contextWith: (messages, signal) => agent.contextWith(messages, signal),
		replaceMessages: (messages) => agent.replaceMessages(messages),
		useModel: (model, thinkingLevel) => models.useForNow(model, thinkingLevel),
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
		emit,
	};
}

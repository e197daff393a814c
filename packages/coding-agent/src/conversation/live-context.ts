import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { RequestParts } from "./context/context-tokens.ts";
import type { ConversationEvent } from "./event.ts";

/** The conversation as its upkeep sees it: what the next request is made of, and where it is kept. */
export interface LiveContext {
	readonly log: SessionLog;
	readonly parts: RequestParts & { readonly model: Model | undefined };
	readonly thinkingLevel: ThinkingLevel;
	replaceMessages(messages: readonly AgentMessage[]): void;
	/** Uses another model for now; what the user chose stays the choice. */
	useModel(model: Model, thinkingLevel?: ThinkingLevel): Promise<void>;
	streamOptions(model: Model): StreamOptions;
	/** Ends the run under way, with the reason as its last words. */
	stopRun(reason: string): void;
	emit(event: ConversationEvent): Promise<void>;
}

import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { TitleSource } from "@oh-my-pi/pi-session/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";

export interface Spoken {
	readonly text: string;
	readonly images?: readonly ImageContent[] | undefined;
}

/** What starts, feeds or ends a run. */
export type RunOp =
	| ({ readonly type: "prompt" } & Spoken)
	| ({ readonly type: "steer" } & Spoken)
	| ({ readonly type: "follow_up" } & Spoken)
	/** Breaks off what runs; its end is not announced, the new run's is. */
	| ({ readonly type: "abort_and_prompt" } & Spoken)
	/** A message that is not typed by the user. On a resting conversation it is noted unless it is to start a run. */
	| {
			readonly type: "send";
			readonly message: SessionMessage;
			/**
			 * When it is due while a run is under way: `aside` at its next step, without interrupting it; `next_turn` puts it ahead
			 * of the next prompt in any case.
			 */
			readonly as?: "steer" | "follow_up" | "aside" | "next_turn";
			/** Starts a run where there is none; `unless_interrupted` not after the user has stopped one, until they act. */
			readonly triggerTurn?: boolean | "unless_interrupted" | undefined;
	  }
	| { readonly type: "abort" }
	/** Ends the wait before another try; the failure stands. */
	| { readonly type: "abort_retry" }
	/** Asks again for a reply that failed or was broken off. */
	| { readonly type: "retry" }
	/** Asks for a reply to what is there: the last message is none of the model's. */
	| { readonly type: "go_on" }
	| { readonly type: "set_auto_retry"; readonly enabled: boolean }
	| { readonly type: "clear_queue" };

/** What changes how later requests are made. */
export type SettingOp =
	| { readonly type: "set_model"; readonly model: Model }
	| { readonly type: "set_thinking_level"; readonly level: ThinkingLevel }
	| { readonly type: "set_service_tier"; readonly tier: string | undefined }
	| { readonly type: "set_steering_mode"; readonly mode: "all" | "one-at-a-time" }
	| { readonly type: "set_follow_up_mode"; readonly mode: "all" | "one-at-a-time" }
	| { readonly type: "set_interrupt_mode"; readonly mode: "immediate" | "wait" }
	| { readonly type: "set_tools"; readonly tools: readonly AgentTool[] }
	| { readonly type: "set_session_name"; readonly name: string; readonly source?: TitleSource };

/** What is done about the context. */
export type ContextOp =
	/** Puts the older part of the conversation into few words; the run under way is broken off. */
	| { readonly type: "compact"; readonly instructions?: string | undefined }
	| { readonly type: "set_auto_compaction"; readonly enabled: boolean };

/** What a front end may ask of a conversation. */
export type ConversationOp = RunOp | SettingOp | ContextOp;

const otherOps: ReadonlySet<string> = new Set<(SettingOp | ContextOp)["type"]>([
	"set_model",
	"set_thinking_level",
	"set_service_tier",
	"set_steering_mode",
	"set_follow_up_mode",
	"set_interrupt_mode",
	"set_tools",
	"set_session_name",
	"compact",
	"set_auto_compaction",
]);

export function isRunOp(op: ConversationOp): op is RunOp {
	return !otherOps.has(op.type);
}

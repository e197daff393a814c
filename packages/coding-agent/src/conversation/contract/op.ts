import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { TitleSource } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";

export interface InputContent {
	readonly text: string;
	readonly images?: readonly ImageContent[] | undefined;
}

/** Starts, steers or aborts a run. */
export type RunOp =
	| ({ readonly type: "prompt" } & InputContent)
	| ({ readonly type: "steer" } & InputContent)
	| ({ readonly type: "follow_up" } & InputContent)
	/** Aborts the current run; only the end of the new run is emitted. */
	| ({ readonly type: "abort_and_prompt" } & InputContent)
	/** A message not typed by the user. While idle it is added to the history, unless it triggers a turn. */
	| {
			readonly type: "send";
			readonly message: SessionMessage;
			/**
			 * When it is delivered during a run: `aside` with its next request, without interrupting it; `next_turn` always before
			 * the next prompt.
			 */
			readonly as?: "steer" | "follow_up" | "aside" | "next_turn";
			/**
			 * Starts a run while idle. With `unless_interrupted` not after the user has aborted one, until the next user op: it waits for the
			 * next prompt then, also if it was queued.
			 */
			readonly triggerTurn?: boolean | "unless_interrupted" | undefined;
			/** Why calls that have not run are skipped for it, in words for the model: "the advisor raised a concern". */
			readonly cause?: string;
			/** Asked when it would be delivered late: nobody needs it any more. */
			readonly isStale?: () => boolean;
	  }
	| { readonly type: "abort" }
	/** Cancels the pending retry; the error stays. */
	| { readonly type: "abort_retry" }
	/** Requests the reply again that failed or was aborted. */
	| { readonly type: "retry" }
	/** Requests a reply to the last message, which must not be the model's own. */
	| { readonly type: "continue" }
	| { readonly type: "set_auto_retry"; readonly enabled: boolean }
	| { readonly type: "clear_queue" };

/** Changes later requests. */
export type SettingOp =
	| { readonly type: "set_model"; readonly model: Model }
	| { readonly type: "set_thinking_level"; readonly level: ThinkingLevel }
	| { readonly type: "set_service_tier"; readonly tier: string | undefined }
	| QueueOp
	| { readonly type: "set_tools"; readonly tools: readonly AgentTool[] }
	| { readonly type: "set_session_name"; readonly name: string; readonly source?: TitleSource };

/** When messages sent during a run are delivered. */
export type QueueOp =
	| { readonly type: "set_steering_mode"; readonly mode: "all" | "one-at-a-time" }
	| { readonly type: "set_follow_up_mode"; readonly mode: "all" | "one-at-a-time" }
	| { readonly type: "set_interrupt_mode"; readonly mode: "immediate" | "wait" };

/** What the user sent, before anything is made of it: hooks see it first, then commands, then the model. */
export interface InputOp extends InputContent {
	readonly type: "input";
	readonly source: "interactive" | "rpc" | "extension";
	/** The part of the text that is the user's own words, if not all of it. */
	readonly typed?: string | undefined;
	/** Runs the command that it calls, and gives what is left for the model. Without it there are no commands. */
	readonly runCommand?: (input: InputContent) => Promise<InputContent | undefined>;
	/** How it goes to the model, if at all; by default as a prompt. */
	readonly deliver?: (input: InputContent) => Promise<PromptOp | undefined>;
}

export type PromptOp = Extract<RunOp, InputContent>;

export type ContextOp =
	/** Compaction: summarizes older messages. Aborts the current run. */
	| { readonly type: "compact"; readonly instructions?: string | undefined }
	| { readonly type: "set_auto_compaction"; readonly enabled: boolean };

/** A request from a front end. */
export type ConversationOp = InputOp | RunOp | SettingOp | ContextOp;

const otherOps: ReadonlySet<string> = new Set<Exclude<ConversationOp, RunOp>["type"]>([
	"input",
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

import type { Message, ToolChoice } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { AgentEvent } from "../event.ts";
import type { AgentMessage } from "../message.ts";
import type { HookedCall, NormalizedCall } from "../tools/normalized-call.ts";
import type { RouteCall } from "../tools/route-call.ts";
import type { AgentTool, ToolOutput } from "../tools/tool.ts";

/** The inputs of the next request; changes take effect there. */
export interface LoopState {
	model: Model | undefined;
	systemPrompt: readonly string[];
	tools: readonly AgentTool[];
	messages: AgentMessage[];
}

/** Everything the loop needs from its owner. Only the first group is required. */
export interface LoopPorts {
	readonly streamFn: StreamFn;
	readonly now: () => number;
	readonly emit: (event: AgentEvent) => Promise<void>;
	readonly convertToLlm: (messages: readonly AgentMessage[]) => Message[];
	readonly takeSteering: () => AgentMessage[];
	readonly hasSteering: () => boolean;
	/** Why calls are skipped for what waits, where no user has written it. */
	readonly steeringCause?: () => string | undefined;
	readonly takeFollowUps: () => AgentMessage[];

	readonly interruptMode: () => "immediate" | "wait";
	readonly intentTracing: boolean;
	readonly streamOptions?: (model: Model) => StreamOptions;
	readonly transformContext?: (
		messages: readonly AgentMessage[],
		signal: AbortSignal,
	) => Promise<readonly AgentMessage[]>;
	readonly getToolChoice?: () => ToolChoice | undefined;
	/** Every tool that runs when it is called, offered or not; by default the offered ones. */
	readonly callableTools?: () => readonly AgentTool[];
	/** Finds out which tool a call by any name means. */
	readonly routeCall?: RouteCall;
	readonly takeAsides?: () => AgentMessage[];
	readonly beforeModelCall?: (signal: AbortSignal) => Promise<void>;
	readonly onBeforeYield?: () => Promise<void>;
	readonly onTurnEnd?: () => Promise<void>;
	/** The same as `beforeToolCall`, but for all calls of a reply before it is complete and before one of them runs. */
	readonly onToolCallReceived?: LoopPorts["beforeToolCall"];
	/** May refuse a call with a message for the model, or change its arguments, which are normalized anew. Throwing refuses, too. */
	readonly beforeToolCall?: (
		call: HookedCall,
		signal: AbortSignal,
	) => Promise<{ refuse: string } | { arguments: Record<string, unknown> } | undefined>;
	/** Asks whether a call may run; the reason for a refusal goes to the model. */
	readonly approve?: (call: NormalizedCall, signal: AbortSignal) => Promise<{ refuse: string } | undefined>;
	/** May replace the output of a call that ran, also of a failed one. */
	readonly afterToolCall?: (call: NormalizedCall, output: ToolOutput) => Promise<ToolOutput>;
}

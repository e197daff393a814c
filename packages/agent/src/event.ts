import type { AssistantMessage, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import type { AgentMessage } from "./message.ts";
import type { ToolResult } from "./tools/tool.ts";

/** What happens during a run, in the order every front end sees it. */
export type AgentEvent =
	| { type: "agent_start" }
	| { type: "turn_start" }
	| { type: "message_start"; message: AgentMessage }
	| { type: "message_update"; message: AssistantMessage; assistantMessageEvent: AssistantMessageEvent }
	| { type: "message_end"; message: AgentMessage }
	| {
			type: "tool_execution_start";
			toolCallId: string;
			toolName: string;
			args: unknown;
			intent?: string;
			/** The call waits for an answer of the user. */
			waitsForUser?: true;
	  }
	| { type: "tool_execution_update"; toolCallId: string; toolName: string; args: unknown; partialResult: ToolResult }
	| {
			type: "tool_execution_end";
			toolCallId: string;
			toolName: string;
			result: ToolResult;
			isError: boolean;
			/** The call has waited for an answer of the user. */
			waitsForUser?: true;
	  }
	| { type: "turn_end"; message: AssistantMessage; toolResults: ToolResultMessage[] }
	| { type: "agent_end"; messages: AgentMessage[]; isTerminal?: boolean };

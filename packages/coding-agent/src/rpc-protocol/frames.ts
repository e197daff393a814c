import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import type { ConversationEvent } from "../conversation/event/event.ts";

/** The first frame of the server. */
export interface ReadyFrame {
	readonly type: "ready";
	readonly protocolVersion: number;
	readonly supportedProtocolVersions: readonly number[];
	readonly maxFrameBytes: number;
	readonly maxReassembledFrameBytes: number;
}

export type ResponseFrame =
	| {
			readonly id?: string;
			readonly type: "response";
			readonly command: string;
			readonly success: true;
			data?: unknown;
	  }
	| ErrorFrame;

export interface ErrorFrame {
	readonly id?: string;
	readonly type: "response";
	/** Absent when the line names no command. */
	readonly command?: string;
	readonly success: false;
	readonly error: string;
	readonly code?: string;
}

/** An accepted prompt needed no model, for example a slash command. */
export interface PromptResultFrame {
	readonly type: "prompt_result";
	readonly id?: string;
	readonly agentInvoked: false;
}

export interface AvailableCommand {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly description: string;
	readonly source: "builtin" | "skill" | "extension" | "custom" | "mcp" | "file";
	readonly input?: { readonly hint: string };
	readonly subcommands?: ReadonlyArray<{ name: string; description: string; usage?: string }>;
}

export interface AvailableCommandsFrame {
	readonly type: "available_commands_update";
	readonly commands: readonly AvailableCommand[];
}

/** Output of a command that omp executed without the model. */
export type SideFrame =
	| { readonly type: "command_output"; readonly text: string }
	| ({ readonly type: "config_update" } & Readonly<Record<string, unknown>>)
	| {
			readonly type: "extension_error";
			readonly extensionPath: string;
			readonly event: string;
			readonly error: string;
	  };

export interface UiRequestFrame extends Readonly<Record<string, unknown>> {
	readonly type: "extension_ui_request";
	readonly id: string;
	readonly method: string;
}

export interface UiResponseFrame {
	readonly type: "extension_ui_response";
	readonly id: string;
	readonly value?: string | undefined;
	readonly confirmed?: boolean | undefined;
	readonly cancelled?: boolean | undefined;
	readonly timedOut?: boolean | undefined;
}

export interface HostToolDefinition {
	readonly name: string;
	readonly label?: string | undefined;
	readonly description: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly hidden?: boolean | undefined;
	readonly loadMode?: "essential" | "discoverable" | undefined;
}

export interface HostToolResult {
	readonly content: ReadonlyArray<TextContent | ImageContent>;
	readonly details?: unknown;
}

export type HostToolFrame =
	| {
			readonly type: "host_tool_call";
			readonly id: string;
			readonly toolCallId: string;
			readonly toolName: string;
			readonly arguments: Readonly<Record<string, unknown>>;
	  }
	| { readonly type: "host_tool_cancel"; readonly id: string; readonly targetId: string };

export type HostToolReply =
	| { readonly type: "host_tool_update"; readonly id: string; readonly partialResult: HostToolResult }
	| {
			readonly type: "host_tool_result";
			readonly id: string;
			readonly result: HostToolResult;
			readonly isError?: boolean;
	  };

export interface HostUriScheme {
	readonly scheme: string;
	readonly description?: string | undefined;
	readonly writable?: boolean | undefined;
	readonly immutable?: boolean | undefined;
}

export type HostUriFrame =
	| {
			readonly type: "host_uri_request";
			readonly id: string;
			readonly operation: "read" | "write";
			readonly url: string;
			readonly content?: string;
	  }
	| { readonly type: "host_uri_cancel"; readonly id: string; readonly targetId: string };

export interface HostUriReply {
	readonly type: "host_uri_result";
	readonly id: string;
	readonly content?: string;
	readonly contentType?: string;
	readonly notes?: readonly string[];
	readonly immutable?: boolean;
	readonly isError?: boolean;
	readonly error?: string;
}

export interface ChunkFrame {
	readonly type: "rpc_chunk";
	readonly chunkId: string;
	readonly index: number;
	readonly count: number;
	/** Size of the whole frame. */
	readonly byteLength: number;
	/** Base64 of a part of its UTF-8 JSON. */
	readonly data: string;
}

/** What sub-agents do; see `set_subagent_subscription`. */
export interface SubagentFrame {
	readonly type: "subagent_lifecycle" | "subagent_progress" | "subagent_event";
	readonly payload: Readonly<Record<string, unknown>>;
}

/** All frames of a server, before chunking. */
export type OutFrame =
	| SubagentFrame
	| ReadyFrame
	| ResponseFrame
	| ConversationEvent
	| PromptResultFrame
	| AvailableCommandsFrame
	| SideFrame
	| UiRequestFrame
	| HostToolFrame
	| HostUriFrame;

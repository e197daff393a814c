import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage, ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import type { CompactionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { Preparation } from "../../../conversation/event/compaction-result.ts";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import type { SessionAfterEvent, SessionBeforeEvent } from "../../../conversation/event/session-event.ts";
import type { UserInput } from "../../../conversation/hooks/hook.ts";
import type { ServerNotification } from "../../../workbench/server-host.ts";

type Of<Event extends { readonly type: string }, Type extends string> = Extract<Event, { readonly type: Type }>;

interface ToolCallFields {
	readonly toolName: string;
	readonly toolCallId: string;
	/** The arguments; what they are depends on the tool. */
	readonly input: Readonly<Record<string, unknown>>;
}

/** Events with more, or something else, than what the conversation emits. */
interface OwnEvents {
	session_start: object;
	session_shutdown: object;
	resources_discover: { readonly cwd: string; readonly reason: "startup" | "reload" };
	session_before_compact: {
		readonly preparation: Preparation;
		readonly customInstructions?: string;
		readonly signal: AbortSignal;
	};
	"session.compacting": { readonly sessionId: string; readonly messages: readonly AgentMessage[] };
	session_compact: { readonly compactionEntry: CompactionEntry; readonly fromExtension: boolean };
	session_before_tree: {
		readonly preparation: Omit<Of<SessionBeforeEvent, "session_before_tree">, "type">;
		readonly signal: AbortSignal;
	};
	input: UserInput;
	before_agent_start: {
		readonly prompt: string;
		readonly images?: readonly ImageContent[];
		readonly systemPrompt: readonly string[];
	};
	context: { readonly messages: AgentMessage[] };
	before_provider_request: { readonly payload: unknown };
	after_provider_response: {
		readonly status: number;
		readonly headers: Readonly<Record<string, string>>;
		readonly requestId?: string;
	};
	session_stop: {
		readonly messages: readonly AgentMessage[];
		readonly turn_id: string | null;
		readonly last_assistant_message: AssistantMessage | undefined;
		readonly session_id: string;
		readonly session_file?: string;
		readonly stop_hook_active: boolean;
		readonly signal: AbortSignal;
	};
	user_bash: { readonly command: string; readonly excludeFromContext: boolean; readonly cwd: string };
	user_python: { readonly code: string; readonly excludeFromContext: boolean; readonly cwd: string };
	tool_call: ToolCallFields;
	tool_result: ToolCallFields & {
		readonly content: ReadonlyArray<TextContent | ImageContent>;
		readonly details: unknown;
		readonly isError: boolean;
	};
	credential_disabled: { readonly provider: string; readonly cause: string };
	mcp_notification: ServerNotification;
	turn_start: { readonly turnIndex: number; readonly timestamp: number };
	turn_end: Of<AgentEvent, "turn_end"> & { readonly turnIndex: number };
	agent_end: Of<AgentEvent, "agent_end"> & { readonly willContinue: boolean };
}

type Emitted = Exclude<
	ConversationEvent | SessionBeforeEvent | SessionAfterEvent,
	{ readonly type: keyof OwnEvents | "notice" }
>;

/** What the handlers of each event are given, besides `type`. */
export type ExtensionEvents = OwnEvents & { [Type in Emitted["type"]]: Of<Emitted, Type> };

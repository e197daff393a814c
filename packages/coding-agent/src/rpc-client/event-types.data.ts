/** Agent events; all others are session events. */
export const agentEventTypes: ReadonlySet<string> = new Set([
	"agent_start",
	"turn_start",
	"message_start",
	"message_update",
	"message_end",
	"tool_execution_start",
	"tool_execution_update",
	"tool_execution_end",
	"turn_end",
	"agent_end",
]);

/** Frames that are not events. */
export const protocolFrameTypes: ReadonlySet<string> = new Set([
	"ready",
	"response",
	"prompt_result",
	"available_commands_update",
	"extension_ui_request",
	"host_tool_call",
	"host_tool_cancel",
	"host_uri_request",
	"host_uri_cancel",
	"subagent_lifecycle",
	"subagent_progress",
	"subagent_event",
]);

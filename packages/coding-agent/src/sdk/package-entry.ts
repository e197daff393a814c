export { Agent, AgentBusyError } from "@oh-my-pi/pi-agent-core/agent";
export type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
export { continueLoop as agentLoopContinue, runLoop as agentLoop } from "@oh-my-pi/pi-agent-core/loop/loop";
export { type AgentTool, defineTool, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
export { buildSessionContext } from "@oh-my-pi/pi-session/context";
export { CURRENT_SESSION_VERSION } from "@oh-my-pi/pi-session/entry";
export type { ConversationEvent as AgentSessionEvent } from "../conversation/event/event.ts";
export { convertToLlm } from "../conversation/history/convert-to-llm.ts";
export type { Hook } from "../conversation/hooks/hook.ts";
export { buildSystemPrompt } from "../conversation/prompt/system-prompt.ts";
export { CustomEditor } from "../extensions/api/custom-editor.ts";
export type { ExtensionEvents } from "../extensions/api/events.ts";
export type {
	ExtensionAPI,
	ExtensionCommandContext,
	ExtensionContext,
	ProviderConfig,
	ToolDefinition,
} from "../extensions/api/types.ts";
export { defineRpcClientTool, type RpcClientTool } from "../rpc-client/client-tool.ts";
export { RpcClient, type RpcClientOptions } from "../rpc-client/rpc-client.ts";
export { RpcCommandError } from "../rpc-client/rpc-connection.ts";
export { type ConversationSpec, openConversation } from "../workbench/open-conversation.ts";
export { Workbench } from "../workbench/workbench.ts";
export {
	discoverContextFiles,
	discoverMCPServers,
	discoverPromptTemplates,
	discoverSlashCommands,
} from "./discovery.ts";
export { main } from "./main.ts";
export { type PrintModeOptions, runPrintMode, runRpcMode } from "./runners.ts";
export * from "./sdk.ts";
export { loadEntriesFromFile, migrateSessionEntries, parseSessionEntries } from "./session-files.ts";

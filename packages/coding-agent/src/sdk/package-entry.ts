export { Agent, AgentBusyError } from "@oh-my-pi/pi-agent-core/agent/agent";
export type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
export { continueLoop as agentLoopContinue, runLoop as agentLoop } from "@oh-my-pi/pi-agent-core/loop/loop";
export { type AgentTool, defineTool, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
export { CURRENT_SESSION_VERSION, type SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
export { buildSessionContext } from "@oh-my-pi/pi-session/tree/context";
export type { ConversationEvent as AgentSessionEvent } from "../conversation/event/event.ts";
export { convertToLlm } from "../conversation/history/convert-to-llm.ts";
export { buildSystemPrompt } from "../conversation/prompt/system-prompt.ts";
export { CustomEditor } from "../features/extensions/api/custom-editor.ts";
export { defineRpcClientTool, type RpcClientTool } from "../rpc-client/client-tool.ts";
export { RpcClient, type RpcClientOptions } from "../rpc-client/rpc-client.ts";
export { RpcCommandError } from "../rpc-client/rpc-connection.ts";
export type { ConversationSpec } from "../workbench/contract/conversation-spec.ts";
export { openConversation } from "../workbench/open/open-conversation.ts";
export { Workbench } from "../workbench/workbench.ts";
export type * from "./extension-types.ts";
export { main } from "./main.ts";
export {
	type DiscoveredExtension,
	discoverContextFiles,
	discoverExtensions,
	discoverPromptTemplates,
	discoverPromptTemplates as loadPromptTemplates,
	discoverSkills,
	discoverSkills as loadSkills,
	discoverSlashCommands,
} from "./parts/discovery.ts";
export {
	discoverAndLoadExtensions,
	type LoadExtensionsResult,
	type LoadedExtension,
	loadExtensions,
} from "./parts/load-extensions.ts";
export { discoverMCPServers } from "./parts/mcp-servers.ts";
export { loadEntriesFromFile, migrateSessionEntries, parseSessionEntries } from "./parts/session-files.ts";
export { type PrintModeOptions, runPrintMode, runRpcMode } from "./runners.ts";
export * from "./sdk.ts";

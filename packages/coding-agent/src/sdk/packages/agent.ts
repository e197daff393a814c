/** What extensions import from `@oh-my-pi/pi-agent-core`. */
export { Agent, AgentBusyError } from "@oh-my-pi/pi-agent-core/agent";
export { continueLoop as agentLoopContinue, runLoop as agentLoop } from "@oh-my-pi/pi-agent-core/loop/loop";
export { type AgentTool, defineTool, ToolAbortError, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

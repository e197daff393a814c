import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Message } from "@oh-my-pi/pi-ai/message";
import type { ThinkingLevel as Level } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { estimateMessage } from "../../conversation/context/estimate-tokens.ts";
import { convertToLlm } from "../../conversation/history/convert-to-llm.ts";
import { serialize } from "../../conversation/history/serialize.ts";
import { runningSession } from "../../process/host-packages.ts";
import { type Compact, compactionFor } from "./compaction.ts";

/** What extensions import from `@oh-my-pi/pi-agent-core`. */
export { Agent, AgentBusyError } from "@oh-my-pi/pi-agent-core/agent/agent";
export { continueLoop as agentLoopContinue, runLoop as agentLoop } from "@oh-my-pi/pi-agent-core/loop/loop";
export { type AgentTool, defineTool, ToolAbortError, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
export type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
export { type Compact, type CompactionSettings, prepareCompaction, shouldCompact } from "./compaction.ts";

/** For modules that are not an extension's alone: requests count for the session whose extension makes them. */
export const { compact }: { readonly compact: Compact } = compactionFor(runningSession);

export type ThinkingLevel = Level;
export const ThinkingLevel = {
	Off: "off",
	Minimal: "minimal",
	Low: "low",
	Medium: "medium",
	High: "high",
	XHigh: "xhigh",
	Max: "max",
	Auto: "auto",
} as const satisfies Record<string, Level>;

/** About how many tokens a message has. */
export function estimateTokens(message: AgentMessage): number {
	return estimateMessage(message, "by-area");
}

/** What the model sees of a message; often one message, sometimes none. */
export function convertMessageToLlm(message: AgentMessage): Message[] {
	return convertToLlm([message]);
}

/** A conversation as text, as it is summarized. */
export function serializeConversation(messages: readonly AgentMessage[]): string {
	return serialize(messages)
		.map(({ text }) => text)
		.join("\n\n");
}

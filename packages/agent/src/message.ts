import type { Message } from "@oh-my-pi/pi-ai/message";

/** Roles that only the application knows; `convertToLlm` decides what the model sees of them. */
export type AppRole =
	| "custom"
	| "hookMessage"
	| "bashExecution"
	| "pythonExecution"
	| "fileMention"
	| "branchSummary"
	| "compactionSummary";

export interface AppMessage {
	readonly role: AppRole;
	readonly timestamp: number;
}

export type AgentMessage = Message | AppMessage;

const llmRoles = new Set<string>(["user", "developer", "assistant", "toolResult"]);

export function isLlmMessage(message: AgentMessage): message is Message {
	return llmRoles.has(message.role);
}

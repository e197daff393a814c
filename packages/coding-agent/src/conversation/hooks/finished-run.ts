import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";

/** A run that has ended, as `settle` hooks see it. */
export interface FinishedRun {
	/** The last reply of the model, in this run or before. */
	readonly reply: AssistantMessage | undefined;
	readonly messages: readonly AgentMessage[];
	readonly hasQueuedMessages: boolean;
	/** Aborted when the user interrupts, during the run or after. */
	readonly signal: AbortSignal;
	/** Removes the reply from the context and from the log's current path; the log keeps it on a side branch. */
	dropReply(): void;
}

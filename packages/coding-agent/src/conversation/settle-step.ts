import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";

/** What a run left behind, and the means to make another one of it. */
export interface FinishedRun {
	/** The last thing the model said, in this run or before. */
	readonly reply: AssistantMessage | undefined;
	readonly messages: readonly AgentMessage[];
	readonly hasQueuedMessages: boolean;
	/** Fires when the user wants no more of it, during the run or after. */
	readonly signal: AbortSignal;
	/** Takes the reply out of what the model sees and off the log's path; the log keeps it beside. */
	dropReply(): void;
}

/**
 * Looks at a run when it has ended and says whether another must follow before the conversation rests. Steps are asked in
 * order, and the first that wants to go on decides.
 */
export interface SettleStep {
	readonly name: string;
	settle(run: FinishedRun): Promise<"go-on" | "pass">;
}

/** What was queued while a run was ending starts the next one. */
export const queuedMessages: SettleStep = {
	name: "queued-messages",
	settle: async (run) => (run.hasQueuedMessages ? "go-on" : "pass"),
};

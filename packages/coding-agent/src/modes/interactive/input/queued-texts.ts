import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText } from "@oh-my-pi/pi-ai/message";

export interface QueuedTexts {
	readonly steering: readonly string[];
	readonly followUps: readonly string[];
}

/** What the user has queued; messages of the machine's own are not theirs to edit. */
export function queuedTexts(queues: {
	steering: readonly AgentMessage[];
	followUps: readonly AgentMessage[];
}): QueuedTexts {
	return { steering: listTexts(queues.steering), followUps: listTexts(queues.followUps) };
}

function listTexts(messages: readonly AgentMessage[]): string[] {
	return messages.flatMap((message) =>
		message.role === "user" && "content" in message ? [joinText(message.content)] : [],
	);
}

import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Shortening } from "./superseded-reads.ts";

const elided = "[Uneventful result elided]";

/** Results that came to nothing, as their tools say; a failure is always worth telling. */
export function uselessResults(messages: readonly AgentMessage[]): Shortening[] {
	return messages.flatMap((message) =>
		message.role === "toolResult" && message.useless && !message.isError ? [{ result: message, text: elided }] : [],
	);
}

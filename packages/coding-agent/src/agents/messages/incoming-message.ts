import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { tagged } from "@oh-my-pi/pi-tools/output/outside-content";
import type { PeerMessage } from "@oh-my-pi/pi-tools/services/agent-service";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import incoming from "../prompts/incoming.md" with { type: "text" };

/** A message of another agent as a model reads it; nothing in it can end it. */
export function peerMessageText({ id, from, body }: PeerMessage): string {
	return tagged("irc", { from, id }, body);
}

/** A message of another agent, as it enters a conversation. */
export function incomingMessage(message: PeerMessage, timestamp: number): SessionMessage {
	const { id, from, body, replyTo } = message;
	return {
		role: "custom",
		customType: "irc:incoming",
		content: renderPrompt(incoming, {
			from,
			message: peerMessageText(message),
			advice: `If it needs an answer, reply with irc {"op": "send", "to": "${from}", "message": …}; text that you merely write does not reach it.`,
		}),
		display: true,
		attribution: "agent",
		details: { id, from, message: body, ...(replyTo !== undefined && { replyTo }) },
		timestamp,
	};
}

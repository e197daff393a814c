import type { SessionMessage } from "@oh-my-pi/pi-session/message";

/** A word to the model that the user does not see. */
export function hiddenNote(customType: string, content: string, timestamp: number): SessionMessage {
	return { role: "custom", customType, content, display: false, attribution: "agent", timestamp };
}

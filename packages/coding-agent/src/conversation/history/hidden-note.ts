import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";

/** A message to the model that is not displayed. */
export function hiddenNote(customType: string, content: string, timestamp: number, details?: unknown): SessionMessage {
	const note = { role: "custom", customType, content, display: false, attribution: "agent", timestamp } as const;
	return details === undefined ? note : { ...note, details };
}

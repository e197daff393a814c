import type { Attribution, UserContent } from "@oh-my-pi/pi-ai/message";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";

/** What the conversation needs of a session log. */
export interface ConversationLog {
	readonly sessionId: string;
	getBranch(): readonly SessionEntry[];
	appendMessage(message: SessionMessage): string;
	appendCustomMessageEntry(
		customType: string,
		content: UserContent,
		display: boolean,
		details?: unknown,
		attribution?: Attribution,
	): string;
	appendCustomEntry(customType: string, data?: unknown): string;
	appendModelChange(model: string, role?: string): string;
	appendThinkingLevelChange(level: string): string;
	flush(): Promise<void>;
	close(): Promise<void>;
}

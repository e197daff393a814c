import { forkSession } from "@oh-my-pi/pi-session/operations/copy-session";
import type { Conversation } from "../kernel/conversation.ts";

/** Continues in a copy; the original is unchanged. Returns the copy's file. */
export async function forkConversation(conversation: Conversation): Promise<string | undefined> {
	const done = await conversation.changeSession({
		before: { type: "session_before_switch", reason: "fork" },
		async open(current) {
			const log = await forkSession(current);
			if (!log) throw new Error(forkFailed);
			return { log, undo: () => log.drop() };
		},
		after: (previousSessionFile) => ({ type: "session_switch", reason: "fork", previousSessionFile }),
	});
	if (!done) throw new Error(forkFailed);
	return conversation.log.file;
}

const forkFailed = "Fork failed (session not persisted or cancelled)";

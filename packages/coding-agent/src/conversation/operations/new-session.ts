import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { Conversation } from "../kernel/conversation.ts";
import { emptySession } from "../session/empty-session.ts";

/** Continues in an empty session; false when a hook canceled it. */
export function newSession(
	conversation: Conversation,
	options: {
		parentSession?: string | undefined;
		/** Fills the session before it becomes the current one. */
		setup?: (log: SessionLog) => Promise<void>;
	} = {},
): Promise<boolean> {
	return conversation.changeSession({
		before: { type: "session_before_switch", reason: "new" },
		async open(current) {
			const log = emptySession(current, conversation, options.parentSession);
			await options.setup?.(log);
			return { log };
		},
		after: (previousSessionFile) => ({ type: "session_switch", reason: "new", previousSessionFile }),
	});
}

/** The same, and deletes the old session. */
export function dropSession(conversation: Conversation): Promise<boolean> {
	return conversation.changeSession({
		before: { type: "session_before_switch", reason: "new" },
		open: async (current) => ({ log: emptySession(current, conversation) }),
		after: (previousSessionFile) => ({ type: "session_switch", reason: "new", previousSessionFile }),
		leave: (previous) => previous.drop(),
	});
}

import { resolve } from "node:path";
import { openSession } from "@oh-my-pi/pi-session/operations/open-session";
import { expectOpened } from "@oh-my-pi/pi-session/operations/session-manager";
import type { Conversation } from "../kernel/conversation.ts";

/** Switches to the session of a file, or starts one there; false when a hook canceled it. */
export async function switchSession(conversation: Conversation, path: string): Promise<boolean> {
	const file = resolve(conversation.log.cwd, path);
	if (file === conversation.log.file) return true;
	return conversation.changeSession({
		before: { type: "session_before_switch", reason: "resume", targetSessionFile: file },
		async open(current) {
			const log = expectOpened(openSession(current.environment, file));
			return { log, undo: () => log.close() };
		},
		after: (previousSessionFile) => ({ type: "session_switch", reason: "resume", previousSessionFile }),
	});
}

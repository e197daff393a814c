import { type SessionInfo, sessionTitle } from "@oh-my-pi/pi-session/session-listing";
import type { Dialog } from "./dialog.ts";
import { selectDialog } from "./select-dialog.ts";

/** Chooses a session to go on with; resolves with its file. */
export function sessionDialog(sessions: readonly SessionInfo[]): Dialog<string> {
	return selectDialog({
		title: "Resume session",
		items: sessions.map((session) => ({
			value: session.path,
			label: sessionTitle(session, session.modified),
			description: `${new Date(session.modified).toISOString().slice(0, 16).replace("T", " ")} · ${session.messageCount} msgs · ${session.status}`,
		})),
		emptyText: "No such session",
	});
}

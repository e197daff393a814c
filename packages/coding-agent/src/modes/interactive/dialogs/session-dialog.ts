import { type SessionInfo, sessionTitle } from "@oh-my-pi/pi-session/session-listing";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog } from "./dialog.ts";

/** Chooses a session to go on with; resolves with its file. */
export function sessionDialog(sessions: readonly SessionInfo[]): Dialog<string> {
	return {
		title: "Resume session",
		open: ({ theme, keymap, done }) =>
			new SelectList({
				items: sessions.map((session) => ({
					value: session.path,
					label: sessionTitle(session, session.modified),
					description: `${new Date(session.modified).toISOString().slice(0, 16).replace("T", " ")} · ${session.messageCount} msgs · ${session.status}`,
				})),
				theme,
				keymap,
				filterable: true,
				emptyText: "No such session",
				onSelect: done,
				onCancel: () => done(undefined),
			}),
	};
}

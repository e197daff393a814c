import type { SessionInfo } from "@oh-my-pi/pi-session/listing/session-listing";
import type { Dialog } from "../contract/dialog.ts";
import { SessionPicker, type SessionPickerOptions } from "./session-picker.ts";
import { sessionsPlainly } from "./sessions-plainly.ts";

/** Chooses a session to go on with; resolves with what is known about it. */
export function sessionPickerDialog(options: SessionPickerOptions): Dialog<SessionInfo> {
	return {
		title: options.scope === "folder" ? "Resume Session" : "Resume Session (all projects)",
		...(options.fillsScreen && { fillsScreen: true as const }),
		open: (context) => new SessionPicker(options, context),
		plain: (lines) => sessionsPlainly(options, lines),
	};
}

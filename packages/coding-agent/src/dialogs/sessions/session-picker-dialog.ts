import type { SessionInfo } from "@oh-my-pi/pi-session/session-listing";
import type { Dialog } from "../dialog.ts";
import { SessionPicker } from "./session-picker.ts";
import { sessionsPlainly } from "./sessions-plainly.ts";

export type SessionScope = "folder" | "everywhere";

export interface SessionPickerOptions {
	/** The last changed first; read anew after each change. */
	readonly list: (scope: SessionScope) => readonly SessionInfo[];
	readonly scope: SessionScope;
	readonly rename: (file: string, name: string) => Promise<void>;
	readonly remove: (file: string) => Promise<void>;
	/** Ids of the sessions in which a matching prompt was sent. */
	readonly findInHistory: (query: string) => Promise<ReadonlySet<string>>;
	readonly now: () => number;
	readonly home: string;
	/** Takes the whole screen, where there is nothing else on it. */
	readonly fillsScreen?: true;
}

/** Chooses a session to go on with; resolves with what is known about it. */
export function sessionPickerDialog(options: SessionPickerOptions): Dialog<SessionInfo> {
	return {
		title: options.scope === "folder" ? "Resume Session" : "Resume Session (all projects)",
		...(options.fillsScreen && { fillsScreen: true as const }),
		open: (context) => new SessionPicker(options, context),
		plain: (lines) => sessionsPlainly(options, lines),
	};
}

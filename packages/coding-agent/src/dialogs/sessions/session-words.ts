import { type SessionInfo, sessionTitle } from "@oh-my-pi/pi-session/listing/session-listing";
import type { SymbolKey } from "@oh-my-pi/pi-tui/theme/symbols.data";

/** What a list says about a session. */
export interface SessionWords {
	readonly title: string;
	/** What it began with, unless that is its title. */
	readonly preview: string;
	/** `2 minutes ago · 36.4KB · 14 msgs` */
	readonly facts: string;
	readonly status: { readonly sign: SymbolKey; readonly text: string };
}

const statuses: Readonly<Record<SessionInfo["status"], SessionWords["status"]>> = {
	complete: { sign: "status.success", text: "done" },
	interrupted: { sign: "status.interrupted", text: "interrupted" },
	aborted: { sign: "status.interrupted", text: "aborted" },
	error: { sign: "status.error", text: "error" },
	pending: { sign: "status.pending", text: "pending" },
	unknown: { sign: "text.dot", text: "unknown" },
};

export function sessionWords(session: SessionInfo, now: number): SessionWords {
	const title = sessionTitle(session, session.modified);
	const first = session.firstMessage.replace(/\s+/g, " ").trim();
	const count = `${session.messageCount}${session.isCountComplete ? "" : "+"} msgs`;
	return {
		title,
		preview: first.startsWith(title) && first.length === title.length ? "" : first,
		facts: [formatAge(session.modified, now), formatSize(session.size), count].join(" · "),
		status: statuses[session.status],
	};
}

const units = [
	[365 * 86_400, "year"],
	[30 * 86_400, "month"],
	[7 * 86_400, "week"],
	[86_400, "day"],
	[3_600, "hour"],
	[60, "minute"],
] as const;

/** `2 minutes ago` */
export function formatAge(then: number, now: number): string {
	const seconds = Math.max(0, Math.floor((now - then) / 1000));
	const unit = units.find(([size]) => seconds >= size);
	if (!unit) return "just now";
	const count = Math.floor(seconds / unit[0]);
	return `${count} ${unit[1]}${count === 1 ? "" : "s"} ago`;
}

function formatSize(bytes: number): string {
	if (bytes < 1024) return `${bytes}B`;
	const kilobytes = bytes / 1024;
	return kilobytes < 1024 ? `${kilobytes.toFixed(1)}KB` : `${(kilobytes / 1024).toFixed(1)}MB`;
}

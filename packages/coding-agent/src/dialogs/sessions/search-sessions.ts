import { type SessionInfo, sessionTitle } from "@oh-my-pi/pi-session/listing/session-listing";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";

export const sessionOrders = ["recent", "name", "size"] as const;
export type SessionScope = "folder" | "everywhere";

export type SessionOrder = (typeof sessionOrders)[number];

/** Sessions in which the words occur, in their order; then those in which a prompt with them was sent; then near misses. */
export function searchSessions(
	sessions: readonly SessionInfo[],
	query: string,
	fromHistory: ReadonlySet<string>,
): readonly SessionInfo[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return sessions;
	const literal = sessions.filter((session) => {
		const text = `${titleOf(session)} ${session.cwd} ${session.allMessagesText}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
	const remembered = sessions.filter(({ id }) => fromHistory.has(id));
	const near = fuzzyFilter(query, sessions, titleOf);
	return [...new Set([...literal, ...remembered, ...near])];
}

export function ordered(sessions: readonly SessionInfo[], order: SessionOrder): readonly SessionInfo[] {
	switch (order) {
		case "recent":
			return sessions;
		case "name":
			return sessions.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b)));
		case "size":
			return sessions.toSorted((a, b) => b.size - a.size);
	}
}

function titleOf(session: SessionInfo): string {
	return sessionTitle(session, session.modified);
}

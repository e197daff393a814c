import type { SessionEntry } from "../entry/entry.ts";
import type { SessionMessage } from "../entry/message.ts";
import type { PathStep } from "../tree/context.ts";

type Fields<T> = T extends SessionEntry ? Omit<T, "id" | "parentId" | "timestamp"> : never;
export type EntryFields = Fields<SessionEntry>;

export const TIME = "2026-11-15T02:36:32.000Z";

/** A chain of entries named `e1`, `e2`, …, each the child of the one before. */
export function chain(...fields: Array<EntryFields | SessionMessage>): SessionEntry[] {
	return fields.map((given, index) => ({
		...("role" in given && !("type" in given) ? { type: "message", message: given } : given),
		id: `e${index + 1}`,
		parentId: index === 0 ? null : `e${index}`,
		timestamp: TIME,
	})) as SessionEntry[];
}

export function steps(entries: readonly SessionEntry[]): PathStep[] {
	return entries.map((entry) => ({
		id: entry.id,
		type: entry.type,
		role: entry.type === "message" ? entry.message.role : undefined,
		entry: () => entry,
	}));
}

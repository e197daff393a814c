import type { UserContent } from "@oh-my-pi/pi-ai/message";
import type { SessionEntry } from "../entry/entry.ts";
import { SessionError } from "../session-error.ts";

type EntrySource = { findEntry(id: string): SessionEntry | undefined };

/** Where a conversation goes on when the user picks an entry, and what comes back into the editor. */
export interface BranchPoint {
	/** `null` is before the first entry. */
	readonly leafId: string | null;
	readonly editorText: string | undefined;
}

/** `/branch`: only a user's message can be said again, so the new session ends before it. */
export function branchPoint(log: EntrySource, entryId: string): BranchPoint {
	const entry = log.findEntry(entryId);
	if (entry?.type !== "message" || entry.message.role !== "user") {
		throw new SessionError("invalid-branch-point", "Invalid entry ID for branching");
	}
	return { leafId: entry.parentId, editorText: textOf(entry.message.content) };
}

/** `/tree`: what a person or an extension said is taken back to be said again, anything else becomes the leaf. */
export function navigationPoint(log: EntrySource, entryId: string): BranchPoint {
	const entry = log.findEntry(entryId);
	if (!entry) throw new SessionError("entry-not-found", `Entry ${entryId} not found`);
	const content = spokenContent(entry);
	if (content === undefined) return { leafId: entryId, editorText: undefined };
	return { leafId: entry.parentId, editorText: textOf(content) };
}

function spokenContent(entry: SessionEntry): UserContent | undefined {
	if (entry.type === "custom_message") return entry.content;
	return entry.type === "message" && entry.message.role === "user" ? entry.message.content : undefined;
}

function textOf(content: UserContent): string {
	if (typeof content === "string") return content;
	return content.flatMap((block) => (block.type === "text" ? block.text : [])).join("");
}

import type { UserContent } from "@oh-my-pi/pi-ai/message";
import type { SessionEntry } from "../entry/entry.ts";
import { SessionError } from "../session-error.ts";

type EntrySource = { findEntry(id: string): SessionEntry | undefined };

/** Where a conversation continues when the user picks an entry, and the text to put back into the editor. */
export interface BranchPoint {
	/** `null` is before the first entry. */
	readonly leafId: string | null;
	readonly editorText: string | undefined;
}

/** `/branch`: only a user message can be sent again, so the new session ends before it. */
export function branchPoint(log: EntrySource, entryId: string): BranchPoint {
	const entry = log.findEntry(entryId);
	if (entry?.type !== "message" || entry.message.role !== "user") {
		throw new SessionError("invalid-branch-point", "Invalid entry ID for branching");
	}
	return { leafId: entry.parentId, editorText: joinText(entry.message.content) };
}

/** `/tree`: a user or extension message goes back into the editor; any other entry becomes the leaf. */
export function navigationPoint(log: EntrySource, entryId: string): BranchPoint {
	const entry = log.findEntry(entryId);
	if (!entry) throw new SessionError("entry-not-found", `Entry ${entryId} not found`);
	const content = spokenContent(entry);
	if (content === undefined) return { leafId: entryId, editorText: undefined };
	return { leafId: entry.parentId, editorText: joinText(content) };
}

function spokenContent(entry: SessionEntry): UserContent | undefined {
	if (entry.type === "custom_message") return entry.content;
	return entry.type === "message" && entry.message.role === "user" ? entry.message.content : undefined;
}

function joinText(content: UserContent): string {
	if (typeof content === "string") return content;
	return content.flatMap((block) => (block.type === "text" ? block.text : [])).join("");
}

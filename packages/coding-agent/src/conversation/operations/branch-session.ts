import { branchSession } from "@oh-my-pi/pi-session/operations/copy-session";
import { branchPoint } from "@oh-my-pi/pi-session/tree/branch-point";
import type { Conversation } from "../kernel/conversation.ts";
import { emptySession } from "../session/empty-session.ts";

export interface Branched {
	readonly cancelled: boolean;
	/** The user message at the branch point, for the editor. */
	readonly text: string;
}

/** Continues in a new session that ends before a user message. */
export async function branchConversation(conversation: Conversation, entryId: string): Promise<Branched> {
	const point = branchPoint(conversation.log, entryId);
	const done = await conversation.changeSession({
		before: { type: "session_before_branch", entryId },
		async open(current) {
			const { leafId } = point;
			const log = leafId === null ? emptySession(current, conversation, current.file) : branchSession(current, leafId);
			return { log, undo: () => log.drop() };
		},
		after: (previousSessionFile) => ({ type: "session_branch", previousSessionFile }),
	});
	return { cancelled: !done, text: point.editorText ?? "" };
}

/** User messages of the path, where a branch may start. */
export function branchPoints(conversation: Pick<Conversation, "log">): Array<{ entryId: string; text: string }> {
	return conversation.log.path().flatMap((step) => {
		if (step.role !== "user") return [];
		return [{ entryId: step.id, text: branchPoint(conversation.log, step.id).editorText ?? "" }];
	});
}

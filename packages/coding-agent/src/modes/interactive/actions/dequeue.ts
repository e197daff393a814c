import { queuedTexts } from "../queue/queued-texts.ts";
import type { Action } from "./action.ts";

/** Puts everything queued back into the editor, before what is being written. */
export const dequeue: Action = ({ session: { conversation }, draft, attempt }) => {
	const { steering, followUps } = queuedTexts(conversation.queuedTexts);
	const texts = [...steering, ...followUps];
	if (texts.length === 0) return false;
	void attempt(() => conversation.submit({ type: "clear_queue" }));
	draft.setText([...texts, draft.text].filter(Boolean).join("\n\n"));
	return true;
};

import type { Action } from "./action.ts";

/** Sends what is written once the model would stop. */
export const followUp: Action = ({ session: { conversation }, draft, attempt }) => {
	if (draft.isEmpty) return false;
	const text = draft.take();
	void attempt(() => conversation.submit({ type: "follow_up", text }));
	return true;
};

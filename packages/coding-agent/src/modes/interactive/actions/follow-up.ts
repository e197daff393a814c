import type { Action } from "./action.ts";

/** Sends what is written once the model would stop. */
export const followUp: Action = ({ draft, submit }) => {
	if (draft.isEmpty) return false;
	const { images } = draft;
	void submit(draft.take(), { as: "follow_up", ...(images.length > 0 && { images }) });
	return true;
};

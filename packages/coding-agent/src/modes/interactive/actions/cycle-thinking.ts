import { nextThinkingLevel } from "../next-thinking-level.ts";
import { always } from "./action.ts";

export const cycleThinking = always((mode) => {
	const { conversation } = mode.session;
	const level = nextThinkingLevel(conversation.model, conversation.thinkingLevel);
	void mode.attempt(() => conversation.submit({ type: "set_thinking_level", level }));
});

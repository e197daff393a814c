import { nextThinkingLevel } from "../../../conversation/queries/thinking-levels.ts";
import { always } from "./action.ts";

export const cycleThinking = always((mode) => {
	const { conversation } = mode.session;
	const level = nextThinkingLevel(conversation.model, conversation.thinkingLevel, { withAuto: true });
	if (level === undefined) mode.notify("info", "This model has no thinking levels to choose from.");
	else void mode.attempt(() => conversation.submit({ type: "set_thinking_level", level }));
});

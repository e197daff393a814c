import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { SessionContext } from "@oh-my-pi/pi-session/context";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { ChosenModel } from "../conversation/model-choice.ts";
import { restoredLevel } from "./restored-level.ts";

/** Writes down what the session is going on with, where the log does not say so already. */
export function recordChoice(log: SessionLog, context: SessionContext, { model, thinkingLevel }: ChosenModel): void {
	if (model && context.models.default !== selectorOf(model)) log.appendModelChange(selectorOf(model));
	const isLevelRecorded = restoredLevel(context) === thinkingLevel;
	if (!isLevelRecorded) log.appendThinkingLevelChange(thinkingLevel);
}

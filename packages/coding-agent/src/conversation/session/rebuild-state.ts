import type { SessionContext } from "@oh-my-pi/pi-session/context";
import { replyForInterruptedTail } from "@oh-my-pi/pi-session/interrupted-tail";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { sessionContext } from "../history/session-context.ts";
import type { ChosenModel } from "../model-choice.ts";

/** Finds the model that a session was having its conversation with; `current` is what there is when that is gone. */
export type RestoreModel = (context: SessionContext, current: ChosenModel) => Promise<RestoredModel>;

export interface RestoredModel extends ChosenModel {
	/** Why it is not the model that was expected. */
	readonly notice?: string | undefined;
}

export interface RebuiltState extends RestoredModel {
	readonly messages: SessionContext["messages"];
}

/** The state of a conversation as its log tells it. */
export async function rebuildState(
	log: SessionLog,
	{ model, thinkingLevel, serviceTier }: ChosenModel,
	ports: { readonly restoreModel: RestoreModel; readonly now: () => number },
): Promise<RebuiltState> {
	const context = resumedContext(log, ports.now());
	return { messages: context.messages, ...(await ports.restoreModel(context, { model, thinkingLevel, serviceTier })) };
}

/** What the log says the conversation is; one that was cut off in the middle of a turn is closed first. */
export function resumedContext(log: SessionLog, nowMs: number): SessionContext {
	const reply = replyForInterruptedTail(log.path(), nowMs);
	if (reply) log.appendMessage(reply);
	return sessionContext(log);
}

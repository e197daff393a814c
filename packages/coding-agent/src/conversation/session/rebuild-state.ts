import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { SessionContext } from "@oh-my-pi/pi-session/tree/context";
import { replyForInterruptedTail } from "@oh-my-pi/pi-session/tree/interrupted-tail";
import type { ChosenModel } from "../contract/model-choice.ts";
import { sessionContext } from "../history/session-context.ts";

/** Finds the model of a session; `current` is the fallback. */
export type RestoreModel = (context: SessionContext, current: ChosenModel) => Promise<RestoredModel>;

export interface RestoredModel extends ChosenModel {
	/** Why it is not the session's model. */
	readonly notice?: string | undefined;
}

export interface RebuiltState extends RestoredModel {
	readonly messages: SessionContext["messages"];
}

/** Rebuilds the state of a conversation from its log. */
export async function rebuildState(
	log: SessionLog,
	{ model, thinkingLevel, serviceTier }: ChosenModel,
	ports: { readonly restoreModel: RestoreModel; readonly now: () => number },
): Promise<RebuiltState> {
	const context = resumedContext(log, ports.now());
	return { messages: context.messages, ...(await ports.restoreModel(context, { model, thinkingLevel, serviceTier })) };
}

/** The context of a log; a turn interrupted by a crash is completed first. */
export function resumedContext(log: SessionLog, nowMs: number): SessionContext {
	const reply = replyForInterruptedTail(log.path(), nowMs);
	if (reply) log.appendMessage(reply);
	return sessionContext(log);
}

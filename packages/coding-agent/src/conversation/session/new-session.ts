import { selectorOf } from "@oh-my-pi/pi-ai/model";
import { createSession, inMemorySession } from "@oh-my-pi/pi-session/create-session";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Conversation } from "../conversation.ts";
import type { ChosenModel } from "../model-choice.ts";

/** Goes on in an empty session; false when somebody objected. */
export function newSession(conversation: Conversation, options: { parentSession?: string } = {}): Promise<boolean> {
	return conversation.changeSession({
		before: { type: "session_before_switch", reason: "new" },
		open: async (current) => ({ log: emptySession(current, conversation, options.parentSession) }),
		after: (previousSessionFile) => ({ type: "session_switch", reason: "new", previousSessionFile }),
	});
}

/** The same, and nothing is left of the old one. */
export function dropSession(conversation: Conversation): Promise<boolean> {
	return conversation.changeSession({
		before: { type: "session_before_switch", reason: "new" },
		open: async (current) => ({ log: emptySession(current, conversation) }),
		after: (previousSessionFile) => ({ type: "session_switch", reason: "new", previousSessionFile }),
		leave: (previous) => previous.drop(),
	});
}

/** In memory where the current one is. Model and thinking stay what they are. */
export function emptySession(current: SessionLog, chosen: ChosenModel, parentSession?: string): SessionLog {
	const { environment, cwd, file } = current;
	const make = file === undefined ? inMemorySession : createSession;
	const log = make(environment, { cwd, ...(parentSession !== undefined && { parentSession }) });
	log.appendThinkingLevelChange(chosen.thinkingLevel);
	log.append({ type: "service_tier_change", serviceTier: chosen.serviceTier ?? null });
	if (chosen.model) log.appendModelChange(selectorOf(chosen.model));
	return log;
}

import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { createSession, inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import type { ChosenModel } from "../contract/model-choice.ts";

/** In memory if the current session is. Keeps model and thinking level. */
export function emptySession(current: SessionLog, chosen: ChosenModel, parentSession?: string): SessionLog {
	const { environment, cwd, file } = current;
	const make = file === undefined ? inMemorySession : createSession;
	const log = make(environment, { cwd, ...(parentSession !== undefined && { parentSession }) });
	log.appendThinkingLevelChange(chosen.thinkingLevel);
	log.append({ type: "service_tier_change", serviceTier: chosen.serviceTier ?? null });
	if (chosen.model) log.appendModelChange(selectorOf(chosen.model));
	return log;
}

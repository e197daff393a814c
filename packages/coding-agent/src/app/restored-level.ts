import { type ThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { SessionContext } from "@oh-my-pi/pi-session/context";

/** The level a session was left with: what was chosen, not what `auto` came to for its last turn. */
export function restoredLevel(context: SessionContext): ThinkingLevel | undefined {
	if (!context.isThinkingLevelRecorded) return undefined;
	const recorded = context.configuredThinkingLevel ?? context.thinkingLevel;
	return thinkingLevels.find((level) => level === recorded);
}

import { type ThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/thinking-level";

export function isThinkingLevel(level: string | undefined): level is ThinkingLevel {
	return thinkingLevels.some((known) => known === level);
}

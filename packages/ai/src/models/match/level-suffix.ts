import { type ThinkingLevel, thinkingLevels } from "./thinking-level.ts";

/** Splits `opus:high` into pattern and level; `undefined` if there is no level after the last colon. */
export function splitLevel(pattern: string): { pattern: string; level: ThinkingLevel } | undefined {
	const colon = pattern.lastIndexOf(":");
	if (colon === -1) return undefined;
	const level = thinkingLevels.find((name) => name === pattern.slice(colon + 1).toLowerCase());
	return level && { pattern: pattern.slice(0, colon), level };
}

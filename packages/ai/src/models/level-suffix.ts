import { type ThinkingLevel, thinkingLevels } from "./thinking-level.ts";

/** `opus:high` as a pattern and a level; `undefined` when what follows the last colon is no level. */
export function splitLevel(pattern: string): { pattern: string; level: ThinkingLevel } | undefined {
	const colon = pattern.lastIndexOf(":");
	if (colon === -1) return undefined;
	const level = thinkingLevels.find((name) => name === pattern.slice(colon + 1).toLowerCase());
	return level && { pattern: pattern.slice(0, colon), level };
}

export const thinkingLevels = ["off", "minimal", "low", "medium", "high", "xhigh", "max", "auto"] as const;

/** How hard a model is asked to think; `off` and `auto` exist only above the wire. */
export type ThinkingLevel = (typeof thinkingLevels)[number];

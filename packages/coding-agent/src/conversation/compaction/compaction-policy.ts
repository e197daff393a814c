import type { ThresholdPolicy } from "./threshold.ts";

export const compactionStrategies = ["context-full", "handoff", "shake", "snapcompact", "off"] as const;
export type CompactionStrategy = (typeof compactionStrategies)[number];

/** The user's compaction settings. */
export interface CompactionPolicy extends ThresholdPolicy {
	/** Whether compaction runs automatically. */
	readonly enabled: boolean;
	readonly strategy: CompactionStrategy;
	readonly keepRecentTokens: number;
	/** Continue automatically when work was pending. */
	readonly autoContinue: boolean;
	/** Also compact between two requests of one run. */
	readonly midTurnEnabled: boolean;
	readonly handoffSaveToDisk: boolean;
	readonly idleEnabled: boolean;
	readonly idleThresholdTokens: number;
	readonly idleTimeoutSeconds: number;
	readonly supersedeReads: boolean;
	readonly dropUseless: boolean;
}

export const defaultCompactionPolicy: CompactionPolicy = {
	enabled: true,
	strategy: "context-full",
	thresholdPercent: -1,
	thresholdTokens: -1,
	reserveTokens: undefined,
	keepRecentTokens: 20_000,
	autoContinue: true,
	midTurnEnabled: true,
	handoffSaveToDisk: false,
	idleEnabled: false,
	idleThresholdTokens: 200_000,
	idleTimeoutSeconds: 300,
	supersedeReads: true,
	dropUseless: true,
};

export interface OpenCheckpoint {
	readonly goal: string;
	/** ISO 8601. */
	readonly startedAt: string;
}

export interface Checkpoints {
	/** The mark that no report has closed yet. */
	readonly open: () => OpenCheckpoint | undefined;
	readonly now: () => number;
	/** A sub-agent whose definition does not list the tool. */
	readonly isWithheld?: (toolName: string) => boolean;
}

/** A call of a tool and what it may come to, for the gallery. */
export interface ToolSample {
	readonly args: Readonly<Record<string, unknown>>;
	/** The call while it is being written. */
	readonly streaming?: Readonly<Record<string, unknown>>;
	/** What there is to see while it runs. */
	readonly running?: SampleOutput;
	readonly done: SampleOutput;
	readonly failed: SampleOutput;
}

export interface SampleOutput {
	readonly text: string;
	readonly details?: unknown;
}

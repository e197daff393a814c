export type Personality = "default" | "friendly" | "pragmatic" | "none";

/** Everything the system prompt is made of. The same facts always give the same bytes. */
export interface PromptFacts {
	/** The names of the tools that are offered, in their order. */
	readonly tools: readonly string[];
	/** What is held back, briefly. */
	readonly hiddenTools: string;
	/** Schemes of internal URLs that can be read. */
	readonly schemes: readonly string[];
	readonly intentTracing: boolean;
	readonly personality: Personality;
	/** The machine, and which model this is, a fact a line. */
	readonly workstation: readonly string[];
	/** In the order of the prompt. */
	readonly contextFiles: ReadonlyArray<{ readonly path: string; readonly content: string }>;
	/** `AGENTS.md` files below the working folder. */
	readonly deeperFiles: readonly string[];
	readonly workspaceTree?: string;
	/** Takes the place of our own text. */
	readonly custom?: string;
	readonly append?: string;
}

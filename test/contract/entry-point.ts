import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

export const entryNames = ["terminal", "print", "rpc", "acp", "mcp server", "sdk"] as const;
export type EntryName = (typeof entryNames)[number];

/** A way into omp: starts what ships, and drives it as its users do. */
export interface EntryPoint {
	readonly name: EntryName;
	open(omp: OmpProject, options: OpenOptions): Promise<OpenEntry>;
}

export interface OpenOptions {
	/** The MCP server offers no others; everywhere else all are there. */
	readonly tools: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** The answer to questions about tool calls; without it nobody answers. */
	readonly approval?: "allow" | "deny";
	/** Continues the last session. */
	readonly resumes?: boolean;
	/** Something of the project is not trusted, so that the terminal asks at the start; the answer is no. */
	readonly isUntrusted?: boolean;
}

export interface PromptOptions {
	/** What the terminal shows when the run has ended; empty when there is none. */
	readonly answer?: string;
	/** Paths in the project of PNG images. */
	readonly images?: readonly string[];
}

export interface OpenEntry extends AsyncDisposable {
	/** Sends a prompt and waits until its run has settled. */
	prompt(text: string, options?: PromptOptions): Promise<void>;
	/** What the user has been told so far: notices, errors, the screen. */
	told(): string;
	/** A second session in the same process, where there can be one. */
	another?(): Promise<OpenEntry>;
	/** Ends it as its users do. */
	close(): Promise<void>;
}

/** The last reply of a script. */
export const usualAnswer = "Done.";

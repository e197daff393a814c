/** A terminal of the program that shows the session; commands run there instead of in omp's own shell. */
export interface CommandTerminal {
	/** `undefined` when it cannot run anything; then omp does. */
	run(command: string, options: TerminalRunOptions): Promise<{ readonly exitCode: number | null } | undefined>;
}

export interface TerminalRunOptions {
	/** The call of the model that the command belongs to. */
	readonly callId: string;
	readonly cwd: string;
	readonly variables: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	readonly onData: (bytes: Uint8Array) => void;
}

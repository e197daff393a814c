/** Where a command reads and writes; a test makes one up. */
export interface CliIo {
	readonly stdin: {
		readonly isTTY: boolean;
		/** Everything, once it has ended. */
		text(): Promise<string>;
		/** As it comes, for conversations over a pipe. */
		chunks(): AsyncIterable<Uint8Array>;
	};
	readonly stdout: CliOutput;
	readonly stderr: CliOutput;
	/** Asks at the terminal; absent where nobody is there to answer. */
	readonly ask?: ((question: string, options?: AskOptions) => Promise<string>) | undefined;
	/** Ends the process at once; for signals, everything else returns its exit code. */
	exit(code: number): never;
}

export interface AskOptions {
	/** What is typed does not appear. */
	readonly secret?: boolean | undefined;
	/** Takes the question back. */
	readonly signal?: AbortSignal | undefined;
}

export interface CliOutput {
	readonly isTTY: boolean;
	/** Resolves when the reader has gone away; nothing written after that reaches anyone. */
	readonly closed: Promise<void>;
	/** Resolves when the reader has taken the text, so that a slow one holds us back instead of filling memory. */
	write(text: string): Promise<void>;
}

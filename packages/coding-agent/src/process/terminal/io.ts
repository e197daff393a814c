/** Standard streams of a command. */
export interface CliIo {
	readonly stdin: {
		readonly isTTY: boolean;
		/** Reads to the end. */
		text(): Promise<string>;
		/** Streams the input. */
		chunks(): AsyncIterable<Uint8Array>;
	};
	readonly stdout: CliOutput;
	readonly stderr: CliOutput;
	/** Asks at the terminal; absent without one. */
	readonly ask?: ((question: string, options?: AskOptions) => Promise<string>) | undefined;
	/** Asks for one key at the terminal; absent without one. What was typed before does not count. */
	readonly askKey?: ((question: string) => Promise<string>) | undefined;
	/** Exits at once. For signals only; everything else returns its exit code. */
	exit(code: number): never;
}

export interface AskOptions {
	/** Do not echo the input. */
	readonly secret?: boolean | undefined;
	/** Aborts the question. */
	readonly signal?: AbortSignal | undefined;
}

export interface CliOutput {
	readonly isTTY: boolean;
	/** Resolves when the reader has closed the pipe (EPIPE). */
	readonly closed: Promise<void>;
	/** Resolves when the text is written: backpressure for slow readers. */
	write(text: string): Promise<void>;
}

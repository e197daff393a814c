/** The parts of `process` that a terminal needs; tests pass their own. */
export interface TerminalStreams {
	readonly input: TerminalInput;
	readonly output: TerminalOutput;
	readonly signals: ProcessSignals;
}

export interface TerminalInput {
	readonly isRaw?: boolean;
	setRawMode?(on: boolean): unknown;
	on(event: "data", listener: (data: Uint8Array | string) => void): unknown;
	off(event: "data", listener: (data: Uint8Array | string) => void): unknown;
	resume(): unknown;
	pause(): unknown;
}

export interface TerminalOutput {
	readonly columns?: number;
	readonly rows?: number;
	/** Reads the size from the system; listeners are called before it returns. */
	refreshSize?(): void;
	write(data: string): boolean;
	/** Synchronous write, for the last bytes of an exiting process. */
	writeNow(data: string): void;
	on(event: "resize" | "drain" | "error", listener: () => void): unknown;
	off(event: "resize" | "drain" | "error", listener: () => void): unknown;
}

export type FatalSignal = "SIGTERM" | "SIGHUP" | "SIGINT" | "SIGQUIT";
export type ProcessEvent = "exit" | "uncaughtExceptionMonitor" | "SIGCONT" | FatalSignal;

export interface ProcessSignals {
	on(event: ProcessEvent, listener: () => void): unknown;
	off(event: ProcessEvent, listener: () => void): unknown;
	listenerCount(event: ProcessEvent): number;
	/** Sends the signal to this process. */
	raise(signal: FatalSignal): void;
	/** Stops the process group. */
	stopGroup(): void;
}

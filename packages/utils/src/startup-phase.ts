/** Traces the startup. */
export interface StartupTrace {
	/** Sub-phases are named after a slash: `session/models`. */
	phase<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
	/** Startup is complete; true when omp should exit now because only the trace was wanted. */
	ready(): boolean;
	/** Prints the trace, once nothing else is on the screen. */
	report(): Promise<void>;
}

/** Runs a phase of the startup and times it if tracing is on. */
export function startupPhase<Result>(
	{ trace }: { readonly trace?: StartupTrace },
	name: string,
	work: () => Promise<Result>,
): Promise<Result> {
	return trace ? trace.phase(name, work) : work();
}

/** Watches how starting proceeds. */
export interface StartupTrace {
	/** Parts of a phase are named behind a slash: `session/models`. */
	phase<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
	/** Everything is there; true when that was all that was wanted. */
	ready(): boolean;
	/** Tells what was seen, where nothing is in the way. */
	report(): Promise<void>;
}

/** Does the work, watched where somebody wants to know how long it takes. */
export function startupPhase<Result>(
	{ trace }: { readonly trace?: StartupTrace },
	name: string,
	work: () => Promise<Result>,
): Promise<Result> {
	return trace ? trace.phase(name, work) : work();
}

/** What of this computer adapters are looked for in. */
export interface AdapterPlace {
	/** Of the session. */
	readonly cwd: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Python interpreters, the project's first; only those that may run. */
	readonly pythons: readonly string[];
	/** Answers of programs that were asked for their version. */
	readonly answers: ProgramAnswers;
}

/** Runs a program and gives what it prints to both streams; `undefined` when it fails. Asked once for the same words. */
export type ProgramAnswers = (words: readonly string[]) => Promise<string | undefined>;

/** The words to start an adapter with, or why there is none. */
export type LocatedCommand =
	| {
			readonly command: string;
			readonly args: readonly string[];
			/** What a user should know about this choice. */
			readonly note?: string;
	  }
	| { readonly missing: string };

/** One word of a command as far as it is known. */
export interface Argument {
	/** With `unknown` in place of what is only known when it runs. */
	readonly text: string;
	readonly shown: string;
	/** All of it is known, and no pattern is in it. */
	readonly isLiteral: boolean;
	/** What the shell puts in its place may begin with a dash. */
	readonly mayBeOption: boolean;
}

/** Where a command runs. */
export interface Place {
	readonly home: string;
	/** The folders it may run in, if it is not known in which. */
	readonly folders: readonly string[];
	/** The session's folder. */
	readonly project: string;
	/** Its settings may run programs: it is another repository, or this one came with such settings. */
	readonly isInOtherRepository: boolean;
	isInside(path: string): boolean;
	mayWrite(path: string): boolean;
	hasOwnRepository(path: string): boolean;
	/** Notes files that the command would take away; whether there is work in them is found out later. */
	destroys(destruction: Destruction): void;
}

/** Files that a command would delete or overwrite. */
export interface Destruction {
	/** Relative to where it runs, or absolute; `whole` stands for all of the repository. */
	readonly paths: readonly string[] | "whole";
	/** Changes and new files by default. */
	readonly what?: "untracked" | "untracked-and-ignored";
	/** Where they are moved to. */
	readonly to?: string;
}

/** A copy of the project for one sub-agent. */
export interface IsolatedCopy {
	/** Its working directory. */
	readonly path: string;
	/** Folders that git ignores. */
	readonly ignored: { readonly present: readonly string[]; readonly missing: readonly string[] };
	/** Why it is another kind of copy than the one that was asked for. */
	readonly note?: string | undefined;
	/** What changed in it, saved as a patch or branch. */
	result(save: { readonly id: string; readonly patchPath?: string }): Promise<IsolatedResult>;
	/** Puts the result into the user's tree, whole or not at all. */
	merge(): Promise<MergeResult>;
	/** Removes the copy. */
	discard(): Promise<void>;
}

export interface MergeResult {
	readonly isMerged: boolean;
	/** Why not, and what is left to do by hand. */
	readonly problem?: string;
	readonly files?: readonly string[];
	/** Kept because it was not merged. */
	readonly branchName?: string;
}

export interface IsolatedResult {
	readonly hasChanges: boolean;
	readonly patchPath?: string;
	readonly branchName?: string;
}

/** Makes copies; given to the registry where isolation is available. */
export type Isolate = (spec: {
	readonly cwd: string;
	readonly mode: string;
	readonly id: string;
}) => Promise<IsolatedCopy>;

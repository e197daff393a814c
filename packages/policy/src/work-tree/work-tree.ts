import type { Destruction } from "../expand/argument.ts";

/** A destruction with absolute paths that exist. */
export interface PossibleLoss extends Destruction {
	/** Where the command runs. */
	readonly folder: string;
}

/** Knows which files hold work that is nowhere else. */
export interface WorkTree {
	/** What would be lost, in words for the user; `undefined` when there is nothing. What cannot be told counts as lost. */
	losses(possible: readonly PossibleLoss[]): Promise<string | undefined>;
}

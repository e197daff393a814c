import type { Diagnostics } from "../../files/mutate/write-through.ts";

export interface WriteDetails {
	readonly resolvedPath?: string;
	readonly madeExecutable?: true;
	/** What the model was told besides; absent in older sessions. */
	readonly notes?: readonly string[];
	readonly diagnostics?: Diagnostics;
	readonly meta?: { readonly diagnostics: Diagnostics };
}

/** What is said of `madeExecutable`. */
export const executableNotice = "[Notice: Made executable via chmod +x]";

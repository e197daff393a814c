import type { WalkRules } from "./walk-rules.ts";

/** Where to search with which glob. */
export interface GlobScope {
	/** Absolute. */
	readonly root: string;
	/** Relative to the root. */
	readonly pattern: string;
	readonly rules: WalkRules;
}

/**
 * Searches, and again without ignore files if they excluded everything: a folder named explicitly is meant even if
 * ignored.
 */
export async function lookDespiteIgnores<Scope extends GlobScope>(
	scope: Scope,
	/** Returns the number of files and folders seen, matching or not. */
	look: (scope: Scope) => Promise<number>,
): Promise<void> {
	const seenCount = await look(scope);
	if (seenCount === 0 && scope.rules.respectIgnore)
		await look({ ...scope, rules: { ...scope.rules, respectIgnore: false } });
}

import type { WalkRules } from "./walk-rules.ts";

/** What a glob is looked for in. */
export interface GlobScope {
	/** Absolute. */
	readonly root: string;
	/** From the root. */
	readonly pattern: string;
	readonly rules: WalkRules;
}

/** Looks, and looks again without ignore files when they left nothing: named outright, a folder is meant even if ignored. */
export async function lookDespiteIgnores<Scope extends GlobScope>(
	scope: Scope,
	/** Says how many files and folders it saw, matching or not. */
	look: (scope: Scope) => Promise<number>,
): Promise<void> {
	const seenCount = await look(scope);
	if (seenCount === 0 && scope.rules.respectIgnore)
		await look({ ...scope, rules: { ...scope.rules, respectIgnore: false } });
}

import type { WalkRules } from "../walk/walk-rules.ts";

export interface SearchRules extends WalkRules {
	/** A file of further patterns in gitignore form, meant relative to the walked folder. */
	readonly ignoreFile?: string;
}

export function walkArgs(rules: SearchRules): string[] {
	return [
		...(rules.hidden ? ["--hidden"] : []),
		// Ignore files say what the project's author has no eyes for, whether or not it is a repository yet.
		...(rules.respectIgnore ? ["--no-require-git"] : ["--no-ignore"]),
		"--glob=!.git",
		...(rules.nodeModules ? [] : ["--glob=!node_modules"]),
		...(rules.ignoreFile === undefined ? [] : [`--ignore-file=${rules.ignoreFile}`]),
	];
}

import type { WalkRules } from "../walk/walk-rules.ts";

export interface SearchRules extends WalkRules {
	/** A file with more patterns in gitignore syntax, relative to the walked folder. */
	readonly ignoreFile?: string;
	/** Files and folders, relative to the walked folder, that are not even opened. */
	readonly leftOutPaths?: readonly string[];
}

export function walkArgs(rules: SearchRules): string[] {
	return [
		...(rules.hidden ? ["--hidden"] : []),
		// Ignore files apply whether or not the folder is a repository yet.
		...(rules.respectIgnore ? ["--no-require-git"] : ["--no-ignore"]),
		"--glob=!.git",
		...(rules.nodeModules ? [] : ["--glob=!node_modules"]),
		...(rules.leftOutPaths ?? []).map((path) => `--glob=!/${path.replace(/[\\*?[\]{}!]/g, "\\$&")}`),
		...(rules.ignoreFile === undefined ? [] : [`--ignore-file=${rules.ignoreFile}`]),
	];
}

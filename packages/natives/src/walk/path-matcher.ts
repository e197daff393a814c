/** Whether an entry matches. The folder is relative to the root and ends in `/`, or is empty for the root. */
export type PathMatcher = (folder: string, name: string) => boolean;

/** Matching names is enough for most globs and cheaper than joining and matching whole paths. */
export function pathMatcher(pattern: string): PathMatcher {
	const inAnyFolder = /^\*\*\/(?!!)([^/]+)$/.exec(pattern)?.[1];
	if (inAnyFolder === "*" || pattern === "**") return () => true;
	const glob = new Bun.Glob(inAnyFolder ?? pattern);
	return inAnyFolder === undefined ? (folder, name) => glob.match(folder + name) : (_folder, name) => glob.match(name);
}

/** The maximum depth of a match, if there is one. */
export function depthOf(pattern: string): { readonly maxDepth?: number } {
	return pattern.includes("**") ? {} : { maxDepth: pattern.split("/").length };
}

/** Says whether an entry matches. The folder is relative to the root and ends in `/`; for the root it is empty. */
export type PathMatcher = (folder: string, name: string) => boolean;

/** Joining and matching whole paths costs more than looking at names, which is enough for most globs. */
export function pathMatcher(pattern: string): PathMatcher {
	const inAnyFolder = /^\*\*\/(?!!)([^/]+)$/.exec(pattern)?.[1];
	if (inAnyFolder === "*" || pattern === "**") return () => true;
	const glob = new Bun.Glob(inAnyFolder ?? pattern);
	return inAnyFolder === undefined ? (folder, name) => glob.match(folder + name) : (_folder, name) => glob.match(name);
}

/** How many folders deep a match can be, where there is an end. */
export function depthOf(pattern: string): { readonly maxDepth?: number } {
	return pattern.includes("**") ? {} : { maxDepth: pattern.split("/").length };
}

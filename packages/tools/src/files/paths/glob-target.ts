/** A pattern and the folder it starts from. */
export interface GlobTarget {
	/** As given, `.` when the pattern starts at once; `/` is the root of the disk. */
	readonly base: string;
	readonly pattern: string;
}

/** Takes a path apart at its first segment with a wildcard; `undefined` when it has none. */
export function splitGlob(path: string): GlobTarget | undefined {
	const segments = path.split("/");
	const first = segments.findIndex(hasWildcard);
	if (first === -1) return undefined;
	const pattern = segments.slice(first).join("/");
	if (first > 0) return { base: segments.slice(0, first).join("/") || "/", pattern };
	// A name alone is looked for everywhere.
	return { base: ".", pattern: pattern.startsWith("**/") || pattern === "**" ? pattern : `**/${pattern}` };
}

export function hasWildcard(text: string): boolean {
	return /[*?[{]/.test(text);
}
